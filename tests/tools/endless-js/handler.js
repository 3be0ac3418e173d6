// Each trick is a case under tests/cases/hostile/js: none of them ends by itself.

const TRICKS = {
  loop() {
    while (true) {}
  },
  catchingLoop() {
    while (true) {
      try {
        while (true) {}
      } catch {}
    }
  },
  microtasks() {
    const again = () => Promise.resolve().then(again);
    return again();
  },
  never: () => new Promise(() => {}),
  timersForEver() {
    setInterval(() => {}, 1);
    return new Promise(() => {});
  },
  regex: () => /^(a+)+$/.test(`${'a'.repeat(40)}b`),
};

export async function execute({ args }) {
  return TRICKS[args.trick]();
}
