import type { Visibility } from '../../domain/visibility.js';
import type { SearchFilters } from './searchScope.js';

/** A search request of a caller who may see this. */
export interface Search {
  readonly sees: Visibility;
  readonly q: string;
  readonly filters: SearchFilters;
  readonly limit: number;
  readonly offset: number;
  readonly snippet: boolean;
  /** True: each hit says why it has its score. */
  readonly explain?: boolean;
}
