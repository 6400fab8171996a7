import type { CodeCheck } from './codeCheck.ts'
import { type CodeFile, projectFiles, readProjectFile } from './codeFile.ts'

/** Coined words with the field's words for them. A name may hold one only as part of a longer word (`background`). */
const coined: readonly (readonly [word: string, instead: string])[] = [
  ['ground', 'context'],
  ['house', 'the fixture, server or company that it is'],
  ['standIn', 'the recovered, simulated or stubbed thing'],
  ['borrowed', 'delegated'],
  ['toldCall', 'callWithFeedback'],
  ['farLabels', 'remoteLabels'],
  ['fileHome', 'fileStorage'],
  ['folderHome', 'folderStorage'],
  ['schemaRoom', 'schemaValidator'],
]

/** Names are the field's standard terms. */
export const coinedWords: CodeCheck = {
  name: 'names of coined words',
  find: files => files.filter(({ path }) => !isOwn(path)).flatMap(coinedIn),
}

/** A comment begins with its thing or, above a function, with its verb: "Returns the caller", not "Who calls". */
export const commentOpenings: CodeCheck = {
  name: 'comments that begin with What or Who',
  find: files => files.filter(({ path }) => !isOwn(path)).flatMap(openingsIn),
}

/** Papers that came with the work and that no contributor has: comments and documents say the rule itself. */
export const foreignPapers: CodeCheck = {
  name: 'references to papers that contributors lack',
  find: files => [
    ...files.filter(({ path }) => !isOwn(path)).flatMap(({ path, text }) => papersIn(path, text)),
    ...projectFiles('.')
      .filter(path => /\.md$|^schemas\/.*\.(json|sql)$/.test(path))
      .flatMap(path => papersIn(path, readProjectFile(path))),
  ],
}

/** This rule and its tests name the words. */
const isOwn = (path: string): boolean => path.startsWith('scripts/check/words.')

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
/** As a name of its own, at its beginning, or further on in camel case. */
const names = coined.map(([word, instead]) => ({
  word,
  instead,
  pattern: new RegExp(`(?<![A-Za-z])${word}(?![a-z])|(?<![A-Z])${capital(word)}(?![a-z])`),
}))
const anyName = new RegExp(coined.map(([word]) => word).join('|'), 'i')

function coinedIn({ path, text, lineAt, visit }: CodeFile): string[] {
  const found = names.flatMap(({ word, pattern, instead }) =>
    pattern.test(path.split('/').at(-1) ?? '') ? [`${path}: "${word}": ${instead}`] : [],
  )
  if (!anyName.test(text)) return found
  const seen = new Set<string>()
  const judge = (name: string, start: number): void => {
    if (seen.has(name)) return
    seen.add(name)
    for (const { pattern, instead } of names)
      if (pattern.test(name)) found.push(`${path}:${lineAt(start)}: "${name}": ${instead}`)
  }
  visit({
    Identifier: ({ name, start }) => judge(name, start),
    JSXIdentifier: ({ name, start }) => judge(name, start),
  })
  return found
}

const opening = /^\s*(?:\{?\s*)(?:\/\*\*?|\/\/)\s*(?:\*\s*)?(What|Whatever|Who|Whoever|Whom|Whose)\b/

function openingsIn({ path, text }: CodeFile): string[] {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    const begins = /^\s*\/\*\*?\s*$/.test(line) ? `/** ${(lines[at + 1] ?? '').replace(/^\s*\*\s*/, '')}` : line
    // A further line of a comment goes on with its sentence.
    if (begins.trim().startsWith('//') && /^\s*\/\//.test(lines[at - 1] ?? '')) return []
    const word = opening.exec(begins)?.[1]
    return word === undefined ? [] : [`${path}:${at + 1}: "${word} …": begin with the thing or the verb`]
  })
}

const papers =
  /\b[Dd]ocuments? 00\d\b|\b[Dd]ecisions? \d+\b|\b[Ii]ssues? #?\d+\b|\b00[0-3] (§|part )|(?<![.\w])\/work\/|\bshared\/(design|look|decisions|review)\b/

const papersIn = (path: string, text: string): string[] =>
  papers.test(text)
    ? text.split('\n').flatMap((line, at) => {
        const named = papers.exec(line)?.[0]
        return named === undefined ? [] : [`${path}:${at + 1}: "${named}": say the rule`]
      })
    : []
