import { describe, expect, it } from 'vitest';
import { privacyFilter } from '../../src/privacy/privacyFilter.js';

const filter = privacyFilter();

describe('private blocks', () => {
  it.each([
    ['a <private>x</private> b', 'a [PRIVATE] b'],
    ['a <PRIVATE>x</Private > b', 'a [PRIVATE] b'],
    ['a <private reason="x">y</private> b', 'a [PRIVATE] b'],
    ['a <private reason="1 > 0">y</private> b', 'a [PRIVATE] b'],
    ['a <private reason="<b>">y</private> b', 'a [PRIVATE] b'],
    ['a <private\n>x\ny</private> b', 'a [PRIVATE] b'],
    ['a <private>x', 'a [PRIVATE]'],
    ['a <private reason="x', 'a [PRIVATE]'],
    ['<private>x</private><private>y</private>', '[PRIVATE]'],
    ['<private>x</private> and <private>y</private>', '[PRIVATE] and [PRIVATE]'],
    ['<private>a<private>b</private>c</private> d', '[PRIVATE] d'],
    ['<private>a<private>b</private> c', '[PRIVATE]'],
    ['password=<private>x</private> b', 'password=[PRIVATE] b'],
    ['<private>password=x', '[PRIVATE]'],
    ['a </private> b', 'a </private> b'],
    ['std::vector<private_type> x', 'std::vector<private_type> x'],
    ['#include <private/x.h>', '#include <private/x.h>'],
    ['sign <private key> x', 'sign <private key> x'],
  ])('%j becomes %j', async (given, expected) => {
    expect((await filter(given)).text).toBe(expected);
  });
});
