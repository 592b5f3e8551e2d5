import type { ObservationType } from '../../domain/observation.js';
import { fitText } from '../fitting.js';
import { type Commit, MOST_FILES } from './commitLog.js';
import { type Block, type Message, readMessage, textOf } from './commitMessage.js';
import { isBesideCode, isForeign } from './pathKinds.js';

/** What a commit says that is worth keeping. */
export interface Finding {
  readonly kind: 'fix' | 'revert' | 'decision';
  readonly type: ObservationType;
  readonly title: string;
  readonly content: string;
}

/** Characters of a note: who wants all of a longer one asks Git. */
const MOST_TEXT = 4_000;
/** Characters of sentences: less explains nothing. */
const LEAST = 100;
/** What was not freed is freed now: only a longer story is of use to others. */
const LEAST_OF_PLUG = 500;
/** Most of what says `instead of` in less is a change that anybody would make. */
const LEAST_TO_PREFER = 250;
/** That it was taken back says something by itself. */
const LEAST_OF_REVERT = 60;

/** What a commit says, or why it is left out. */
export function findingIn(commit: Commit): Finding | string {
  if (BOT.test(commit.author) || BOT_EMAIL.test(commit.email)) return 'it is by a program';
  if (commit.files.length === 0) return 'it changes nothing';
  if (commit.files.length > MOST_FILES) return `it changes more than ${MOST_FILES} files`;
  const message = readMessage(commit.message);
  if (IS_ROUTINE.test(message.subject) || GENERATED.test(commit.message.slice(0, 2_000)))
    return 'it raises a version, or is routine';
  if (commit.files.every(isForeign)) return 'all that it changes was made elsewhere';
  if (IS_BESIDE.test(message.subject) || commit.files.every(isBesideCode))
    return 'it is about tests, documents or builds';
  const revert = revertIn(message);
  if (revert !== undefined) return revert;
  const body = withoutNoise(message);
  const prose = proseOf(body);
  if (prose.length < LEAST) return 'it explains nothing';
  if (LINTED.test(prose)) return 'it is about tests, documents or builds';
  const sentences = sentencesIn(prose);
  const content = contentOf(body);
  const title = titleOf(message.subject);
  if (FIX.test(message.subject)) {
    if (IS_PLUG.test(message.subject) && prose.length < LEAST_OF_PLUG) return 'it gives no reason';
    return givesReason(sentences)
      ? { kind: 'fix', type: 'bugfix', title, content }
      : 'it gives no reason';
  }
  return decides(sentences)
    ? { kind: 'decision', type: 'decision', title, content }
    : 'it is neither a fix nor a decision';
}

const BOT =
  /\[bot\]|\b(?:dependabot|renovate|greenkeeper|github[- ]actions?|pre-commit-ci|snyk|pyup|weblate|transifex|allcontributors|semantic-release|bors|copybara|imgbot|mergify|bot)\b/i;
const BOT_EMAIL = /\[bot\]@|^(?:bot|noreply|support)@(?:dependabot|renovate|github|greenkeeper)/i;

const IS_ROUTINE =
  /^(?:(?:docs?|chore|style|tests?|ci|build|deps|release|cleanup|examples?)(?:\([^)]*\))?!?:|(?:[\w./-]+: ?)?(?:bump|upgrade|vendor|release|prepare|rename|update (?:dependenc|vendor|changelog|readme|translation|version|copyright)|merge|auto merge|rollup|typo|format|lint|fix (?:typos?|lint|format|spelling|grammar|comment|docs?|documentation|changelog|ci\b|tests?\b|flak|build\b|link|clippy|warning))\b|v?\d+\.\d+)/i;
const GENERATED =
  /^(?:Bumps \[|Updates the requirements on|This PR contains the following updates|This commit was (?:auto|generated)|Squashed '.{1,200}' (?:changes|content) from)/m;

/** What it is about is no part of the product. */
const IS_BESIDE =
  /\b(?:tests?|test ?suite|testing|flak(?:e|es|y|iness)|CI|cirrus|travis|appveyor|azure pipelines?|circleci|github actions?|e2e|bats|lint(?:er|ing)?|clippy|rubocop|flake8|mypy|eslint|prettier|typos?|spelling|read ?me|changelog|release notes|docs|documentation|man ?pages?|makefile|benchmarks?)\b/i;

/** A program asked for it. */
const LINTED =
  /\b(?:lint(?:er|ing|s)?|golangci\S*|golint|codespell|clippy|rubocop|eslint|flake8|pylint|static ?check|go vet|gofmt|prealloc)\b/i;

/** The subject says that something was wrong. */
const FIX =
  /^(?:fix|bugfix|hotfix|bug)(?:\([^)]*\))?!?:|\b(?:fix(?:es|ed|ing)?|bug|bugfix|regression|crash(?:es)?|race|deadlock|leaks?|hangs?|panics?|segfault|corrupt\w*|broken|prevent|avoid|don't|do not|never|work ?around|infinite|overflow|stale)\b/i;

const IS_PLUG = /\bleak(?:s|ed|ing)?\b|\bwarnings?\b/i;

function titleOf(subject: string): string {
  const said = subject
    .replace(
      /^(?:fix|bugfix|hotfix|bug|feat|perf|refactor|revert|chore)(?:\(([^)]*)\))?!?:\s*/i,
      '',
    )
    .replace(/^(?:\[(?:bug ?fix|hotfix|fix)\]\s*[:-]?|(?:bug ?fix|hotfix|fix)\s*[:-])\s*/i, '');
  // One by one: a single expression for all of them would try every way to divide them.
  const words = said.split(/(?=[\s([])/);
  const last = words.findLastIndex((word) => !IS_NUMBER.test(word));
  return words
    .slice(0, last + 1)
    .join('')
    .trim();
}

/** Such as ` #12`, `(#12)` and `owner/name#12`, or a blank. */
const IS_NUMBER = /^\s*(?:[([]?(?:[\w./-]*#\d+|gh-\d+)[)\]]?[.,]?)?$/i;

const contentOf = (body: readonly Block[]) => fitText(textOf(body), MOST_TEXT);

/** What people write while others look at it, and what says the subject again. */
function withoutNoise({ subject, body }: Message): readonly Block[] {
  const plain = (text: string) =>
    text
      .slice(0, LONGEST_LINE)
      .replace(/^\W+|[\s.]+$|\s*\(#\d+\)$/g, '')
      .toLowerCase();
  const again = plain(subject);
  return body.filter(
    ({ kind, text }) => kind === 'code' || (plain(text) !== again && !NOISE.test(text)),
  );
}

/** Of an item or a subject. */
const LONGEST_LINE = 500;
const NOISE =
  /^[-*+•]\s+(?:(?:\w+(?:\([^)]*\))?: ?)?(?:address|apply|update|fix|add|remove|more|minor|review|lint|format|clean|typo|wip|nit|rename|merge|revert|style|test|docs?|chore|fixup|squash|tweak|bump|refactor|changelog|feedback)\b.{0,70}|.{0,25})$/i;

/** What is said in sentences. A list says something below them; by itself, it is of the subjects of commits that were squashed. */
const proseOf = (body: readonly Block[]) =>
  body
    .filter(({ kind, text }, i) => kind === 'prose' || (i > 0 && isSaying(body[0], kind, text)))
    .map(({ text }) => (/[.!?:]$/.test(text) ? text : `${text}.`))
    .join(' ');

const isSaying = (first: Block | undefined, kind: Block['kind'], text: string) =>
  kind === 'item' && first?.kind === 'prose' && !SUBJECT.test(text);
const SUBJECT = /^\S+\s+(?:\w+(?:\([^)]*\))?!?: |[A-Z]?[a-z]+(?: [\w./`-]+){0,9}$|revert\b)/i;

const sentencesIn = (prose: string) => prose.split(/(?<=[.!?:])\s+/);

/** Says a cause or what follows. */
const CAUSE = new RegExp(
  [
    String.raw`\b(?:because|caused? by|causes?|caused|causing|due to|the reason|root.cause|otherwise|led to|leads? to|leading to|result(?:s|ed|ing)? in|as a result|turns? out|which means|(?:this|that) means|hence|thus|therefore|regress(?:ed|ion|ions|es)|rac(?:e|es|y|ing)|deadlock(?:s|ed)?|leak(?:s|ed|ing)?|so that)\b`,
    String.raw`\bwould (?:\w+ )?(?:have|be|cause|lead|fail|get|end|never|not|break|return|crash|hang|throw|raise|overwrite|lose|result|try|wait|still|always|stay|remain|need)\b`,
    String.raw`\b(?:since|as) (?:the|this|that|it|we|they|a|an|there|all|some|its|our|no|not|only|each|every|most)\b`,
    String.raw`\b(?:problem|issue|bug|trouble|mistake|error|cause) (?:is|was|here|being|occurs?|happens?|arises?)\b`,
    String.raw`\b(?:breaks?|broke|broken|crash(?:es|ed)?|hangs?|fail(?:s|ed)?|panic(?:s|ked)?|silently|incorrectly|wrongly|mistakenly|unexpectedly|accidentally|not work(?:ing)?) (?:\w+ ){0,4}(?:when|if|because|for|on|with|as|in|while|after|since)\b`,
    ', (?:breaking|making|leaving|causing|so) ',
  ].join('|'),
  'i',
);
/** Says what for, or what was not wanted: two of these make a reason. */
const PURPOSE =
  /\b(?:instead of|rather than|in order to|to avoid|to prevent|to ensure|to make sure|previously|before this|this (?:ensures|allows|prevents|fixes)|no longer|must(?: not)?|cannot|can't|should(?: not|n't))\b|, which /i;

function givesReason(sentences: readonly string[]): boolean {
  const whole = sentences.filter((sentence) => sentence.length >= 40);
  return (
    whole.some((sentence) => CAUSE.test(sentence)) ||
    whole.filter((sentence) => PURPOSE.test(sentence)).length > 1
  );
}

const DECIDED =
  /\b(?:(?:we|i|i've|we've) (?:\w+ )?(?:chose|decided|opted|settled on|went (?:with|for)|considered|picked)|(?:was|were) (?:chosen|decided)|trade-?offs?|deliberately|intentionally|on purpose|by design|alternatives?\b.{0,60}\b(?:is|was|would|were|are)|chose\b.{1,80}\bover|it is (?:better|safer|simpler) to)\b/i;
const PREFERS = /\b(?:instead of|rather than|in favou?r of)\b/i;

/** Somebody decided, or prefers one thing to another and says why in the same sentence or the next. */
function decides(sentences: readonly string[]): boolean {
  const isLong = sentences.reduce((sum, { length }) => sum + length, 0) >= LEAST_TO_PREFER;
  return sentences.some((sentence, i) => {
    if (sentence.length < 40) return false;
    if (DECIDED.test(sentence)) return true;
    return isLong && PREFERS.test(sentence) && CAUSE.test(`${sentence} ${sentences[i + 1] ?? ''}`);
  });
}

/** Of a revert, why it was made; undefined for another commit. */
function revertIn(message: Message): Finding | string | undefined {
  const [, what] =
    /^(?:revert:?\s+["“'](.+)["”']|revert(?:\([^)]*\))?!?:\s+(.+))\s*(?:\(#\d+\))?$/i
      .exec(message.subject)
      ?.filter((part) => part !== undefined) ?? [];
  const isSaid = STANDARD.test(message.body[0]?.text ?? '');
  if (what === undefined && !isSaid) return undefined;
  const body = message.body
    .map((block) => ({ ...block, text: block.text.replace(STANDARD, '').trim() }))
    .filter(({ text }) => text !== '');
  const prose = proseOf(withoutNoise({ ...message, body }));
  if (prose.length < LEAST_OF_REVERT) return 'it is a revert without a reason';
  const [, back] = /^(?:revert|reapply)\s+["“'](.+)["”']$/i.exec(what ?? message.subject) ?? [];
  const isHarm = back === undefined && HARM.test(prose);
  const title = titleOf(back ?? what ?? message.subject);
  return {
    kind: 'revert',
    type: isHarm ? 'antipattern' : 'learning',
    title: `${back === undefined ? 'Reverted' : 'Brought back'}: ${title}`,
    content: contentOf(body),
  };
}

const STANDARD =
  /^(?:(?:This reverts|Reverts|This is a revert of) (?:commits?|PR|pull request)?\s*(?:[0-9a-f]{7,64}|[^\s#]{0,100}#\d+)(?:,? reversing\s+changes made to [0-9a-f]{7,64})?[.,]?\s*)+/i;
const HARM =
  /\b(?:br(?:eaks?|oke|oken|eaking)|fail\w*|regress\w*|crash\w*|slow\w*|leak\w*|bugs?|caus\w+|wrong|problems?|issues?|deadlock\w*|race|unsafe|incompatib\w*|hang\w*)\b/i;

/** The commit that a revert takes back, as it names it. */
export function revertedBy(message: string): string | undefined {
  return /This reverts commit ([0-9a-f]{7,64})/i.exec(message)?.[1]?.toLowerCase();
}
