import { foldedWords, foldText } from '../../base/text.ts'
import type { Register } from '../../model/model.ts'
import { searchColumn, searchedFields } from '../tables/searchColumn.ts'

/** Shorter words are not searched. */
const SHORTEST_WORD = 3

/** Characters that make an expression of a search: who writes them means whole words. */
const operators = /[+~*"()<>|&!@]|(^|\s)-\S/

/** The words of a search that count. */
const searchableWords = (text: string): string[] => foldedWords(text).filter(word => [...word].length >= SHORTEST_WORD)

/** A free-text search as SQL: every word must begin one of the record's words, or, with operators, be one of them. */
export function searchCondition(register: Register, text: string, alias: string, param: (value: unknown) => string): string {
  const counted = searchableWords(text)
  if (counted.length === 0) return 'TRUE'
  if (searchedFields(register).length === 0) return 'FALSE'
  const column = `${alias}."${searchColumn}"`
  if (!operators.test(text)) return `${column} @@ f_procura(${param(counted.join(' '))})`
  return `${column} @@ websearch_to_tsquery('pg_catalog.portuguese', ${param(wholeWords(text))})`
}

/** Phrases, words and words to leave out, in the form that websearch_to_tsquery reads. */
function wholeWords(search: string): string {
  const parts: string[] = []
  for (const [, sign, phrase, word] of foldText(search).matchAll(/(-|!)?(?:"([^"]*)"|([\p{L}\p{N}]+))/gu)) {
    // Inside a phrase short words keep their place.
    const text = phrase === undefined ? searchableWords(word ?? '').join(' ') : `"${foldedWords(phrase).join(' ')}"`
    if (text !== '' && text !== '""') parts.push(`${sign ? '-' : ''}${text}`)
  }
  return parts.join(' ')
}
