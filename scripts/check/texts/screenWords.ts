import type { CodeCheck } from '../codeCheck.ts'
import { projectFiles, readProjectFile } from '../codeFile.ts'
import type { ProjectDocument } from '../documentPaths.ts'

/** A row of the glossary's table: the word of screens, those that it takes the place of, and whole texts that keep one of them. */
interface ScreenWord {
  readonly word: string
  readonly others: readonly string[]
  readonly kept: ReadonlySet<string>
}

/** Titles and texts of definitions say a thing by the one word that the glossary has for it. */
export const screenWords: CodeCheck = {
  name: 'titles and texts with a word that the glossary has another one for',
  find: () => {
    const definitions = projectFiles('schemas')
      .filter(path => path.endsWith('.json') && !path.startsWith('schemas/meta/'))
      .map(path => ({ path, text: readProjectFile(path) }))
    return wrongWords(readProjectFile('docs/glossary.md'), definitions)
  },
}

/** Returns a line for each text of the definitions that holds a word which the glossary's table replaces. */
export function wrongWords(glossary: string, definitions: readonly ProjectDocument[]): string[] {
  const words = wordsOf(glossary)
  return definitions.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, at) =>
        [...line.matchAll(shown)].flatMap(([, said = '']) =>
          words
            .filter(({ others, kept }) => !kept.has(said) && others.some(other => has(said, other)))
            .map(({ word }) => `${path}:${at + 1}: "${said}": the word is ${word}`),
        ),
      ),
  )
}

/** Members of definitions that people read. */
const shown = /"(?:title|text|help|zero|one|other|button|create|singular)": "((?:[^"\\]|\\.)*)"/g

/** A word that is written small stands in a text; one with capitals is as it is written. `=Status` is a text of its own. */
function has(text: string, word: string): boolean {
  if (word.startsWith('=')) return text === word.slice(1)
  return new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}\\p{N}])`, 'u').test(text)
}

function wordsOf(glossary: string): readonly ScreenWord[] {
  const [, section = ''] = glossary.split(/^## Words on screens$/m)
  const [table = ''] = section.split(/^## /m)
  return table
    .split('\n')
    .filter(line => line.startsWith('|'))
    .slice(2)
    .map(line => {
      const [, word = '', others = '', kept = ''] = line.split('|').map(cell => cell.trim())
      return { word, others: quoted(others), kept: new Set(quoted(kept)) }
    })
}

const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
