import { basename } from 'node:path'
import type { CodeCheck } from './codeCheck.ts'
import { type CodeFile, projectFiles } from './codeFile.ts'

const component = /^[A-Z][A-Za-z0-9]*(\.[a-z]+)*\.tsx$/
const code = /^[a-z][A-Za-z0-9]*(\.[a-z]+)*\.tsx?$/
const command = /^scripts\/[a-z]+(-[a-z]+)*\.ts$/
const test = /^[a-zA-Z0-9]+(-[a-z0-9]+)*\.test\.tsx?$/
const vague = /^(utils?|helpers?|common|misc|manager|index)\.tsx?$/i

/** Code is camelCase, a component PascalCase, and no name says less than nothing. */
export const codeFileNames: CodeCheck = {
  name: 'files of code named otherwise than their kind',
  find: files => files.filter(({ path }) => /^(src|scripts|tests)\//.test(path)).flatMap(wrongName),
}

function wrongName({ path }: CodeFile): string[] {
  const name = basename(path)
  if (vague.test(name)) return [`${path}: say what it holds`]
  const fits = component.test(name) || code.test(name) || command.test(path) || (path.startsWith('tests/') && test.test(name))
  return fits ? [] : [`${path}: code is camelCase.ts, a component PascalCase.tsx`]
}

const definition = /^schemas\/([a-z][A-Za-z]*\/)*[A-Za-z0-9_-]+(\.(schema|ui|sample))?\.(json|sql|md)$/

/** A definition is found by its name and its ending: folder/name.schema.json, name.ui.json, name.sql. */
export const definitionFileNames: CodeCheck = {
  name: 'definitions with names that nothing reads',
  find: () =>
    projectFiles('schemas')
      .filter(path => !definition.test(path))
      .map(path => `${path}: folders are camelCase, a name has letters, digits, - and _, and a known ending`),
}
