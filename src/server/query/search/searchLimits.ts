import { ApiError } from '../../error.ts'

/** The size of a search: each word is a query of its own in the database. `everywhere`: characters of one in many registers, or in the rows of a report. */
export const searchLimits = { characters: 4000, words: 30, everywhere: 200 } as const

/** @throws ApiError 400 where a search is longer than any that a person types */
export function demandShortSearch(search: string): void {
  const { characters, words } = searchLimits
  if (search.length > characters || countedWords(search) > words)
    throw new ApiError(400, 'filter-search-too-long', { max: characters, words })
}

/** Words as the search tells them apart, whatever signs stand between them. */
const countedWords = (search: string): number => search.match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0
