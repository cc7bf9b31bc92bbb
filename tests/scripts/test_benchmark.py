import json
import sys

from scripts import benchmark


def test_reports_every_environment_and_the_ratios(tmp_path, monkeypatch, capsys):
    for name in ("SINGLE_STEPS", "SYNC_STEPS", "BATCH_STEPS"):
        monkeypatch.setattr(benchmark, name, 600)
    file = tmp_path / "speed.json"
    monkeypatch.setattr(sys, "argv", ["benchmark", "--rounds", "1", "--json", str(file)])
    assert benchmark.main() == 0
    rates = json.loads(file.read_text())["steps_per_second"]
    assert all(rate > 0 for rate in rates.values())
    printed = capsys.readouterr().out
    for name in ("CartPole-v1", "Taxi-v", "SyncVectorEnv", "batch of 4096", "rgb_array frame"):
        assert name in printed
