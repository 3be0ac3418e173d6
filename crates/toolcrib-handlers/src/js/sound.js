// Parts of the engine that a script could break it with are not the script's to
// have: natively these recurse without looking at the stack, or do not survive
// an allocation that fails. Written as scripts they do neither.
//
// It is part of the prelude and runs at its end, when that has kept for itself
// what it needs of the originals.

// The parts of `Iterator` that are natively sound.
const LOOKED_AT = [
  'constructor', 'prototype', 'length', 'name', 'zip', 'zipKeyed',
  'toArray', 'forEach', 'reduce', 'some', 'every', 'find',
];

{
  const { apply, construct, getPrototypeOf } = Reflect;
  const proto = Iterator.prototype;
  const counted = (limit) => {
    const count = Math.trunc(Number(limit));
    if (!(count >= 0)) throw new RangeError(`${limit} is not a number of items`);
    return count;
  };
  const called = (callback) => {
    if (typeof callback !== 'function') throw new TypeError('not a function');
    return callback;
  };
  const each = (iterator) => ({ [Symbol.iterator]: () => iterator });
  const helpers = {
    map(callback) {
      const [of, change] = [each(this), called(callback)];
      return (function* () {
        let index = 0;
        for (const item of of) yield change(item, index++);
      })();
    },
    filter(callback) {
      const [of, keep] = [each(this), called(callback)];
      return (function* () {
        let index = 0;
        for (const item of of) if (keep(item, index++)) yield item;
      })();
    },
    flatMap(callback) {
      const [of, change] = [each(this), called(callback)];
      return (function* () {
        let index = 0;
        for (const item of of) yield* change(item, index++);
      })();
    },
    take(limit) {
      const [of, count] = [each(this), counted(limit)];
      return (function* () {
        if (count === 0) return;
        let index = 0;
        for (const item of of) {
          yield item;
          if (++index >= count) return;
        }
      })();
    },
    drop(limit) {
      const [of, count] = [each(this), counted(limit)];
      return (function* () {
        let index = 0;
        for (const item of of) if (index++ >= count) yield item;
      })();
    },
  };
  for (const [name, value] of Object.entries(helpers)) {
    Object.defineProperty(proto, name, { value, writable: true, configurable: true });
  }
  // What nobody has looked at goes: the engine may have more of the kind.
  const known = [...Object.keys(helpers), ...LOOKED_AT];
  for (const holder of [proto, Iterator]) {
    for (const name of Object.getOwnPropertyNames(holder)) {
      if (!known.includes(name)) delete holder[name];
    }
  }
  const from = (items) => {
    const iterator = items?.[Symbol.iterator] ? items[Symbol.iterator]() : items;
    if (typeof iterator?.next !== 'function') throw new TypeError('not an iterator');
    return (function* () {
      yield* each(iterator);
    })();
  };
  const concat = (...lists) =>
    (function* () {
      for (const list of lists) yield* list;
    })();
  Object.defineProperty(Iterator, 'from', { value: from, writable: true, configurable: true });
  Object.defineProperty(Iterator, 'concat', { value: concat, writable: true, configurable: true });

  function bind(self, ...first) {
    const target = called(this);
    const bound = function (...rest) {
      const args = [...first, ...rest];
      return new.target === undefined
        ? apply(target, self, args)
        : construct(target, args, new.target === bound ? target : new.target);
    };
    Object.defineProperty(bound, 'name', { value: `bound ${target.name}`, configurable: true });
    const length = Math.max(0, target.length - first.length);
    Object.defineProperty(bound, 'length', { value: length, configurable: true });
    // A bound function has no prototype of its own; its instances are the target's.
    bound.prototype = undefined;
    Object.defineProperty(bound, Symbol.hasInstance, { value: (it) => it instanceof target });
    Object.setPrototypeOf(bound, getPrototypeOf(target));
    return bound;
  }
  Object.defineProperty(Function.prototype, 'bind', {
    value: bind, writable: true, configurable: true,
  });
}
