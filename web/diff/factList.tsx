import { UserText } from '../kit/userText.js';
import { type Compared, factChanges } from './factChanges.js';

/** What a revision changed beside the text, a line each: the old value struck out, and the new one. */
export function FactList({ before, after }: { before: Compared; after: Compared }) {
  return factChanges(before, after).map(([name, was, is]) => (
    <p key={name} class="fact-change">
      {name}:{' '}
      <del>
        <UserText>{was}</UserText>
      </del>{' '}
      <ins>
        <UserText>{is}</UserText>
      </ins>
    </p>
  ));
}
