import type { Schema } from './apiDocument.js';

const COUNT = new Intl.NumberFormat('en');

/** What limits a value, in words. A pattern that only asks for a character is no limit of its own. */
export function limitsOf(schema: Schema): readonly string[] {
  const isFilled = schema.pattern === '\\S';
  return [
    range(isFilled ? 1 : schema.minLength, schema.maxLength, 'character'),
    range(schema.minimum, schema.maximum),
    range(schema.minItems, schema.maxItems, 'item'),
    range(schema.minProperties, undefined, 'member'),
    schema.pattern !== undefined && !isFilled ? `like ${schema.pattern}` : '',
  ].filter((one) => one !== '');
}

function range(min: number | undefined, max: number | undefined, of?: string): string {
  const unit = (n: number) => (of === undefined ? '' : ` ${of}${n === 1 ? '' : 's'}`);
  if (max !== undefined && min) return `${COUNT.format(min)} to ${COUNT.format(max)}${unit(max)}`;
  if (max !== undefined)
    return of === undefined && min === 0
      ? `0 to ${COUNT.format(max)}`
      : `at most ${COUNT.format(max)}${unit(max)}`;
  if (min === undefined || (min === 0 && of !== undefined)) return '';
  return `at least ${COUNT.format(min)}${unit(min)}`;
}
