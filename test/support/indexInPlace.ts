import { type BuildIndex, indexHere } from '../../src/views/buildIndex.js';

/** Like `indexOnThread`, but on the calling thread: the thread's file exists only after a build. */
export const indexInPlace: BuildIndex = (files) => {
  const { reach, finish, close } = indexHere(files);
  return { reach, finish: async () => finish(), close: async () => close() };
};
