import { type BuildIndex, indexHere } from '../../src/views/buildIndex.js';

/** As `indexOnThread`, which is there once it is compiled, but where it is called. */
export const indexInPlace: BuildIndex = (files) => {
  const { reach, finish, close } = indexHere(files);
  return { reach, finish: async () => finish(), close: async () => close() };
};
