import type { ComponentChildren, VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { PlainText } from '../kit/plainText.js';
import { ShownText } from '../kit/shownText.js';
import { readMarkdown } from './readMarkdown.js';
import { safeTarget } from './safeTarget.js';
import type { Block, Inline, Row } from './tokens.js';

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;
/** A longer address is cut where it is shown beside its link. */
const SHOWN_TARGET = 60;

/** `<Markdown>` once it is loaded. */
export function MarkdownText({ text, below }: { text: string; below: number }) {
  const read = useMemo(() => readMarkdown(text), [text]);
  if ('plain' in read) {
    return (
      <>
        <p class="hint">Shown as plain text, because {read.plain}.</p>
        <PlainText text={text} />
      </>
    );
  }
  const headings = { last: below, below };
  return <div class="markdown">{blocksOf(read.blocks, headings)}</div>;
}

/** The level of the heading that was shown last: a text may leave levels out, a page may not. */
interface Headings {
  last: number;
  readonly below: number;
}

function blocksOf(blocks: readonly Block[], headings: Headings): ComponentChildren {
  return blocks.map((block, i) => shownBlock(block, i, headings));
}

/** Blocks and their parts have no other identity than their place. */
function shownBlock(block: Block, key: number, headings: Headings): VNode {
  switch (block.kind) {
    case 'heading': {
      const wanted = Math.min(block.level + headings.below, headings.last + 1, HEADINGS.length);
      headings.last = wanted;
      const Heading = HEADINGS[wanted - 1] ?? 'h6';
      return (
        <Heading key={key} dir="auto">
          {inlineOf(block.inline)}
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p key={key} dir="auto">
          {inlineOf(block.inline)}
        </p>
      );
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        <pre key={key} tabIndex={0} dir="ltr">
          <code>
            <ShownText text={block.text} />
          </code>
        </pre>
      );
    case 'quote':
      return <blockquote key={key}>{blocksOf(block.blocks, headings)}</blockquote>;
    case 'list': {
      const items = block.items.map(({ done, blocks }, i) => (
        <li key={i} class={done === undefined ? undefined : 'task'}>
          {done !== undefined && (
            <span role="img" aria-label={done ? 'done' : 'to do'}>
              {done ? '☑' : '☐'}
            </span>
          )}
          <div>{blocksOf(blocks, headings)}</div>
        </li>
      ));
      return block.start === undefined ? (
        <ul key={key}>{items}</ul>
      ) : (
        <ol key={key} start={block.start}>
          {items}
        </ol>
      );
    }
    case 'table':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        <div key={key} class="scroll" tabIndex={0}>
          <table>
            <thead>
              <tr>{cellsOf(block.head, 'th')}</tr>
            </thead>
            <tbody>
              {block.rows.map((row, i) => (
                <tr key={i}>{cellsOf(row, 'td')}</tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case 'rule':
      return <hr key={key} />;
  }
}

function cellsOf(row: Row, Cell: 'th' | 'td'): ComponentChildren {
  return row.map((cell, i) => (
    <Cell key={i} dir="auto">
      {inlineOf(cell)}
    </Cell>
  ));
}

function inlineOf(inline: readonly Inline[], isInLink = false): ComponentChildren {
  return inline.map((one, i) => shownInline(one, i, isInLink));
}

function shownInline(one: Inline, key: number, isInLink: boolean): VNode {
  switch (one.kind) {
    case 'text':
      return <ShownText key={key} text={one.text} />;
    case 'code':
      return (
        <code key={key} dir="ltr">
          <ShownText text={one.text} />
        </code>
      );
    case 'em':
      return <em key={key}>{inlineOf(one.inline, isInLink)}</em>;
    case 'strong':
      return <strong key={key}>{inlineOf(one.inline, isInLink)}</strong>;
    case 'strike':
      return <del key={key}>{inlineOf(one.inline, isInLink)}</del>;
    case 'link':
    case 'image':
      // A link in a link is its text.
      return isInLink ? <span key={key}>{inlineOf(one.inline, true)}</span> : linkOf(one, key);
  }
}

/** A link with its target beside it. One that must not be followed is text. Images are links: none is loaded. */
function linkOf({ kind, target, inline }: Extract<Inline, { target: string }>, key: number): VNode {
  const href = safeTarget(target);
  const [first] = inline;
  const isTarget = inline.length === 1 && first?.kind === 'text' && first.text === target;
  const shown = (href ?? target).slice(0, SHOWN_TARGET);
  const isCut = (href ?? target).length > SHOWN_TARGET;
  return (
    <span key={key}>
      {href === undefined ? (
        inlineOf(inline, true)
      ) : (
        <a href={href} rel="noreferrer noopener nofollow" target="_blank" title={href}>
          {kind === 'image' && 'Image: '}
          {inline.length > 0 ? inlineOf(inline, true) : href}
        </a>
      )}
      {!(isTarget && (href === undefined || shown === first.text || href === `${target}/`)) && (
        <span class="link-target" dir="ltr">
          {' ('}
          <ShownText text={shown} />
          {isCut && '…'})
        </span>
      )}
    </span>
  );
}
