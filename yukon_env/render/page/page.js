// Plays the games that the page holds. Each step is a finished board: nothing is computed here.

const GAMES = JSON.parse(document.getElementById("data").textContent);
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];
const FLIGHT = 280, PAUSE = 380, DELAY = 0.35; // milliseconds; a share of a flight
const at = (id) => document.getElementById(id);
const narrow = matchMedia("(max-width: 640px)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const state = { game: GAMES[0], position: 0, playing: false, speed: 1, timer: 0 };
const faces = Array.from({ length: 52 }, (_, number) => face(number));
let shown = new Map(); // where each card, or face-down place, was drawn last

const numberOf = (letter) => letter === "." ? null : letter.charCodeAt(0) - (letter < "a" ? 65 : 71);

function frameOf(position) {
  const [columns, foundations, score, moves, time, rising] = state.game.frames[position];
  return {
    columns: columns.split("/").map((column) => [...column].map(numberOf)),
    foundations, score, moves, time,
    rising: [...rising].map(numberOf),
  };
}

// The board

const layout = () => narrow.matches ? NARROW : WIDE;

function drawTable() {
  const { box, column, foundation } = layout();
  at("board").setAttribute("viewBox", `0 0 ${box.join(" ")}`);
  const columns = Array.from({ length: 7 }, (_, i) => slot(column(i)));
  const foundations = [0, 1, 2, 3].map((suit) => slot(foundation(suit), suit));
  at("slots").replaceChildren(...columns, ...foundations);
}

const keyOf = (spot) => spot.card === null ? `${spot.place}.${spot.depth}` : spot.card;

function drawCards(frame, animated) {
  const now = spots(frame, layout());
  for (const each of now) {
    each.element = each.card === null ? back() : faces[each.card];
    each.element.style.transform = `translate(${each.x}px, ${each.y}px)`;
    each.element.dataset.place = each.place;
    each.element.dataset.depth = each.depth;
    each.before = shown.get(keyOf(each));
    each.moves = Boolean(each.before) && each.before.place !== each.place;
  }
  // What changes its pile is painted above all that stays.
  const order = [...now.filter((each) => !each.moves), ...now.filter((each) => each.moves)];
  for (const animation of at("board").getAnimations({ subtree: true })) animation.cancel();
  at("cards").replaceChildren(...order.map((each) => each.element));
  if (animated && !still.matches) order.forEach((each) => animate(each, frame.rising));
  shown = new Map(now.map((each) => [keyOf(each), each]));
  at("board").setAttribute("aria-label", inWords(frame));
}

function animate(spot, rising) {
  const flight = FLIGHT / Math.max(1, state.speed / 2);
  const delay = Math.max(0, rising.indexOf(spot.card)) * DELAY * flight;
  const { before, element } = spot;
  if (before && (before.x !== spot.x || before.y !== spot.y)) {
    const frames = [before, spot].map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
    element.animate(frames, { duration: flight, delay, easing: "ease-in-out", fill: "backwards" });
  } else if (!before && spot.card !== null && shown.size) {
    turn(spot, flight / 2);
  }
}

// A card that was face down: its back narrows, then its face widens.
function turn(spot, half) {
  const old = back();
  old.classList.add("ghost");
  old.style.transform = spot.element.style.transform;
  spot.element.before(old);
  const narrows = [{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }];
  old.firstChild.animate(narrows, { duration: half, delay: half, fill: "both" })
    .finished.then(() => old.remove(), () => old.remove());
  spot.element.firstChild.animate([...narrows].reverse(),
    { duration: half, delay: 2 * half, fill: "backwards" });
}

// What stands beside it

function element(tag, className, text = "") {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

function drawThoughts() {
  const told = state.game.thoughts[state.position];
  at("thoughts").hidden = !state.game.thoughts.length;
  at("silent").hidden = Boolean(told);
  at("chance").hidden = !told || told[0] === null;
  at("value").value = told ? told[0] : 0;
  at("percent").value = told ? `${Math.round(100 * told[0])} %` : "";
  at("weighed").replaceChildren(...(told ? told[1] : []).map(([text, share, chosen]) => {
    const line = element("li", chosen ? "chosen" : "");
    const bar = element("span", "bar");
    bar.style.setProperty("--share", share);
    const percent = element("span", "share", `${Math.round(100 * share)} %`);
    line.append(element("span", "move", text), bar, percent);
    if (chosen) line.append(element("span", "unseen", "played"));
    return line;
  }));
}

function drawMoves() {
  at("moves").replaceChildren(...["dealt", ...state.game.moves].map((text, i) => {
    const button = element("button", "", text);
    button.addEventListener("click", () => jump(i));
    const line = element("li", "");
    line.append(button);
    return line;
  }));
}

function markMove() {
  const list = at("moves");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = list.children[state.position];
  line.firstChild.setAttribute("aria-current", "step");
  // Scrolled by hand: scrollIntoView would move the page too.
  const above = line.offsetTop - list.offsetTop;
  if (above < list.scrollTop || above + line.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = above - list.clientHeight / 3;
  }
}

const end = () => state.game.frames.length - 1;
const moveText = () => state.position ? state.game.moves[state.position - 1] : "dealt";

function draw(animated) {
  const frame = frameOf(state.position);
  drawCards(frame, animated);
  at("score").textContent = frame.score;
  at("count").textContent = frame.moves;
  at("time").textContent = frame.time;
  at("result").textContent = state.position === end() ? state.game.result : "–";
  const where = `${state.position} of ${end()}: ${moveText()}`;
  at("scrubber").value = state.position;
  at("scrubber").setAttribute("aria-valuetext", where);
  if (!state.playing) at("said").textContent = where; // nobody could follow it while it plays
  drawThoughts();
  markMove();
}

// Playing

function setPlaying(playing) {
  clearTimeout(state.timer);
  state.playing = playing;
  at("play").setAttribute("aria-label", playing ? "Pause" : "Play");
  if (playing) state.timer = setTimeout(tick, PAUSE / state.speed / 2);
}

function tick() {
  if (state.position >= end()) return setPlaying(false);
  go(state.position + 1);
  const rising = state.game.frames[state.position][5].length;
  const time = FLIGHT * (1 + DELAY * Math.max(0, rising - 1)) + PAUSE;
  if (state.position === end()) setPlaying(false);
  else state.timer = setTimeout(tick, time / state.speed);
}

function go(position) {
  const to = Math.min(end(), Math.max(0, position));
  const animated = Math.abs(to - state.position) === 1;
  if (to === state.position) return;
  state.position = to;
  draw(animated);
}

function jump(position) {
  setPlaying(false);
  go(position);
}

function toggle() {
  if (!state.playing && state.position === end()) go(0);
  setPlaying(!state.playing);
}

function changeSpeed(by) {
  const next = SPEEDS[SPEEDS.indexOf(state.speed) + by];
  if (next) state.speed = next;
  at("speed").value = `${state.speed}×`;
}

function choose(number) {
  setPlaying(false);
  Object.assign(state, { game: GAMES[number], position: 0 });
  shown = new Map();
  at("player").textContent = state.game.player;
  at("about").textContent = `${state.game.deal}, ${state.game.variant}: ${state.game.result}`;
  at("scrubber").max = end();
  drawMoves();
  draw(false);
}

// Controls

const KEYS = {
  " ": toggle,
  ArrowLeft: () => jump(state.position - 1),
  ArrowRight: () => jump(state.position + 1),
  Home: () => jump(0),
  End: () => jump(end()),
  "+": () => changeSpeed(1),
  "=": () => changeSpeed(1),
  "-": () => changeSpeed(-1),
};

const BUTTONS = {
  first: "Home", back: "ArrowLeft", play: " ", on: "ArrowRight", last: "End", slower: "-", faster: "+",
};

function press(event) {
  const { target, key } = event;
  const isOthers = target.matches("select") || (key === " " && target.matches("button"));
  if (isOthers || event.ctrlKey || event.altKey || event.metaKey || !(key in KEYS)) return;
  event.preventDefault();
  KEYS[key]();
}

function begin() {
  for (const [id, key] of Object.entries(BUTTONS)) at(id).addEventListener("click", KEYS[key]);
  at("scrubber").addEventListener("input", () => jump(Number(at("scrubber").value)));
  at("games").append(...GAMES.map((game, i) => new Option(game.title, i)));
  at("games").addEventListener("change", () => choose(Number(at("games").value)));
  at("picker").hidden = GAMES.length < 2;
  document.addEventListener("keydown", press);
  // A click leaves the focus where it was, so that space goes on playing and pausing.
  document.addEventListener("mousedown", (event) => {
    if (event.target.closest("button")) event.preventDefault();
  });
  narrow.addEventListener("change", () => { drawTable(); draw(false); });
  drawTable();
  changeSpeed(0);
  choose(0);
}

begin();
