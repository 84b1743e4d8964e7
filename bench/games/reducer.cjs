// The rules of Astralis as plain JavaScript on arrays, played through boardgame.io's
// bare reducer: what a web host does for each move. Reads matches from the file
// given, plays them all in rounds, and prints CPU seconds and the final scores.
const fs = require("fs");
const { CreateGameReducer, InitializeGame } = require("boardgame.io/internal");
const makeMove = (type, args) => ({ type: "MAKE_MOVE", payload: { type, args, playerID: "0" } });

const N = 8, ROWS = 2 * N - 1, INDEX = 256;
const onBoard = new Array(INDEX).fill(false);
for (let i = 0; i < ROWS; i++)
  for (let k = Math.max(1, i - N + 2); k <= Math.min(ROWS, N + i); k++) onBoard[16 * i + k - 1] = true;
const STEPS = [1, 17, 16, -1, -17, -16];
const cells = [...onBoard.keys()].filter((h) => onBoard[h]);
const neighbours = onBoard.map((on, h) => (on ? STEPS.map((d) => h + d).filter((k) => k >= 0 && onBoard[k]) : []));

function recount(planets) {
  const status = new Array(INDEX).fill(0); // 0 unexplored, 1 and 2 controlled, 3 contested
  for (const h of cells) {
    let s = planets[h];
    if (!s) for (const k of neighbours[h]) s |= planets[k];
    status[h] = s;
  }
  return status;
}
const ring = (status, h, wanted) => neighbours[h].every((k) => status[k] === wanted);

const game = {
  setup: () => ({ planets: new Array(INDEX).fill(0), status: new Array(INDEX).fill(0), ships: [0, 0], side: 0 }),
  moves: {
    begin: ({ G }, ships) => ({ ...G, ships }),
    skip: ({ G }) => ({ ...G, side: 1 - G.side }),
    turn: ({ G }, to, plant) => {
      const side = G.side, own = side + 1, opp = 2 - side;
      const from = G.ships[side], other = G.ships[1 - side];
      if (!onBoard[to] || to === from || to === other || G.planets[to]) return "INVALID_MOVE";
      const step = STEPS.find((d) => (to - from) % d === 0 && (to - from) / d > 0 && (to - from) / d < 16 && line(from, to, d));
      if (!step) return "INVALID_MOVE";
      for (let h = from + step; h !== to; h += step) if (h === other || G.planets[h] === opp) return "INVALID_MOVE";
      const planets = G.planets.slice();
      let status = G.status;
      if (status[from] === 0 && ring(status, from, opp)) { planets[from] = opp; status = recount(planets); }
      if (plant !== null) {
        if (!neighbours[to].includes(plant) || status[plant] !== 0 || plant === other) return "INVALID_MOVE";
        const before = cells.filter((h) => planets[h] === opp && ring(status, h, 3));
        planets[plant] = own;
        status = recount(planets);
        const bonus = () => { for (const h of cells) if (status[h] === 0 && h !== other && ring(status, h, own)) planets[h] = own; };
        bonus();
        const taken = cells.filter((h) => planets[h] === opp && ring(status, h, 3) && !before.includes(h));
        for (const h of taken) planets[h] = own;
        status = recount(planets);
        if (taken.length) { bonus(); status = recount(planets); }
      }
      const ships = G.ships.slice();
      ships[side] = to;
      return { planets, status, ships, side: 1 - side };
    },
  },
};
function line(from, to, d) {
  for (let h = from; ; h += d) { if (h < 0 || h >= INDEX || !onBoard[h]) return false; if (h === to) return true; }
}

const matches = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
function playAll() {
  const scores = [];
  let plies = 0;
  for (const match of matches) {
    const reducer = CreateGameReducer({ game, isClient: false });
    let state = InitializeGame({ game, numPlayers: 2 });
    state = reducer(state, makeMove("begin", [match.ships]));
    for (const move of match.moves) {
      const was = state;
      state = reducer(state, move === null ? makeMove("skip", []) : makeMove("turn", move));
      if (state === was || state._stateID === was._stateID) throw new Error("a legal move was refused");
      plies++;
    }
    const count = (wanted) => cells.filter((h) => state.G.status[h] === wanted).length;
    scores.push([count(1), count(2)]);
  }
  return { scores, plies };
}
playAll();
const start = process.cpuUsage();
const { scores, plies } = playAll();
const used = process.cpuUsage(start);
console.log(JSON.stringify({ seconds: (used.user + used.system) / 1e6, plies, scores }));
