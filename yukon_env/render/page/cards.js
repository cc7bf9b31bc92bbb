"use strict";
// Cards as SVG, 100 x 140 units, and where they lie. Nothing here knows a rule of the game.

const CARD = { width: 100, height: 140 };
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SUITS = ["spades", "hearts", "diamonds", "clubs"];
const SYMBOLS = "♠♥♦♣";
const CROWN_POINTS = { 10: 2, 11: 3, 12: 5 };
const FOUNDATIONS = 7;

// Wide: the foundations are an eighth column. Narrow: they are a row above the columns.
const WIDE = {
  box: [920, 690],
  column: (i) => [12 + i * 112, 14],
  foundation: (suit) => [808, 14 + suit * 174],
};
const NARROW = {
  box: [756, 960],
  column: (i) => [7 + i * 107, 168],
  foundation: (suit) => [328 + suit * 107, 10],
};

function svg(name, attributes = {}, children = []) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const rect = (x, y, width, height, rx, className) =>
  svg("rect", { x, y, width, height, rx, class: className });

const suitMark = (suit, x, y, size) =>
  svg("use", { href: `#suit${suit}`, x, y, width: size, height: size });

function crown(points) {
  const [left, right, base, brim, top] = [30, 70, 70, 61, 46];
  const step = (right - left) / (2 * points - 2);
  const zigzag = Array.from({ length: 2 * points - 1 }, (_, i) =>
    `${left + i * step},${i % 2 ? brim - 3 : top}`);
  return svg("polygon", { points: [`${left},${base}`, ...zigzag, `${right},${base}`].join(" ") });
}

// The outer group is moved, the inner one turned.
function card(className, children) {
  const inner = svg("g", { class: "turns" }, [rect(0.5, 0.5, 99, 139, 9, "paper"), ...children]);
  return svg("g", { class: `card ${className}` }, [inner]);
}

function face(number) {
  const suit = Math.floor(number / 13), rank = number % 13;
  // The two figures of the ten are set tighter than fonts do.
  const label = svg("text", { x: 7, y: 27, ...(rank === 9 ? { textLength: 31 } : {}) });
  label.textContent = RANKS[rank];
  const parts = [label, suitMark(suit, rank === 9 ? 42 : 31, 7, 21)];
  if (rank in CROWN_POINTS) {
    parts.push(rect(14, 39, 72, 92, 6, "panel"), svg("g", { class: "crown" }, [crown(CROWN_POINTS[rank])]));
    parts.push(suitMark(suit, 28, 78, 44));
  } else {
    const size = rank ? 52 : 66;
    parts.push(suitMark(suit, 50 - size / 2, 82 - size / 2, size));
  }
  const element = card(suit === 1 || suit === 2 ? "red" : "black", parts);
  element.dataset.card = number;
  return element;
}

const back = () => card("back", [rect(5, 5, 90, 130, 6, "weave"), rect(5, 5, 90, 130, 6, "lattice")]);

const name = (number) => RANKS[number % 13] + SYMBOLS[Math.floor(number / 13)];

function slot([x, y], suit) {
  const parts = [rect(0.5, 0.5, 99, 139, 9, "slot")];
  if (suit !== undefined) parts.push(suitMark(suit, 25, 45, 50));
  const element = svg("g", { class: "empty" }, parts);
  element.style.transform = `translate(${x}px, ${y}px)`;
  return element;
}

// How far each face-down and each open card shows under the next; long columns are squeezed.
function steps(hidden, open, room) {
  let down = 13, up = 33;
  if (hidden * down + open * up > room && hidden) {
    down = Math.min(down, Math.max(8, (room - open * up) / hidden));
  }
  const squeeze = Math.min(1, room / Math.max(1, hidden * down + open * up));
  return [down * squeeze, up * squeeze];
}

// [{card, place, depth, x, y}] of a frame, lowest first; card is null where it lies face down.
function spots(frame, layout) {
  const all = [];
  frame.columns.forEach((column, place) => {
    const [x, y] = layout.column(place);
    const hidden = column.filter((each) => each === null).length;
    const room = layout.box[1] - y - CARD.height - 12;
    const [down, up] = steps(hidden, Math.max(0, column.length - hidden - 1), room);
    column.forEach((each, depth) => {
      const under = Math.min(depth, hidden) * down + Math.max(0, depth - hidden) * up;
      all.push({ card: each, place, depth, x, y: y + under });
    });
  });
  frame.foundations.forEach((count, suit) => {
    const [x, y] = layout.foundation(suit);
    for (let i = 0; i < count; i++) {
      all.push({ card: suit * 13 + i, place: FOUNDATIONS, depth: i, x, y });
    }
  });
  return all;
}

// The board in words, for those who hear it.
function inWords(frame) {
  const columns = frame.columns.map((column, i) => {
    const open = column.filter((each) => each !== null);
    const hidden = column.length - open.length;
    const parts = [hidden ? `${hidden} face down` : "", open.map(name).join(" ")];
    return `Column ${i + 1}: ${parts.filter(Boolean).join(", ") || "empty"}`;
  });
  const up = frame.foundations.map((count, suit) =>
    `${SUITS[suit]} ${count ? RANKS[count - 1] : "none"}`);
  return `Foundations: ${up.join(", ")}. ${columns.join(". ")}.`;
}
