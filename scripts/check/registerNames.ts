import { basename } from 'node:path'
import type { CodeCheck } from './codeCheck.ts'
import { type CodeFile, isTestFile, projectFiles } from './codeFile.ts'

/** Names that are words of English or of the code as well: only SQL says that a register is meant. */
const words = new Set(['users', 'combos', 'Logs', 'kds', 'vistas'])
const runtime = /^src\/(base|kinds|model|controls|api|server|browser)\//
const mains = /^src\/browser\/main\.tsx$/

/** The runtime serves whatever the definitions describe: it names none of the registers, in code or in SQL. */
export const registerNames: CodeCheck = {
  name: 'places of the runtime that name a register',
  bar: 0,
  find: files => {
    const registers = projectFiles('schemas/registers')
      .filter(path => path.endsWith('.schema.json'))
      .map(path => basename(path, '.schema.json'))
    return files
      .filter(({ path }) => runtime.test(path) && !mains.test(path) && !isTestFile(path))
      .flatMap(file => placesNamingRegister(file, registers))
  },
}

/** Texts that are a register's name, members of `registers`, and tables of SQL. */
export function placesNamingRegister(file: CodeFile, registers: readonly string[]): string[] {
  const plain = new Set(registers.filter(name => !words.has(name)))
  const tables = new RegExp(`\\b(?:FROM|INTO|JOIN|UPDATE|TABLE)\\s+(?:public\\.)?"?(${registers.join('|')})"?(?![\\w"])`, 'g')
  const found: string[] = []
  const add = (offset: number, name: string): void => {
    found.push(`${file.path}:${file.lineAt(offset)}: ${name}`)
  }
  const readText = (text: string, offset: number): void => {
    if (plain.has(text)) add(offset, text)
    for (const [, name = ''] of text.matchAll(tables)) add(offset, `${name} in SQL`)
  }
  file.visit({
    Literal: node => {
      if (typeof node.value === 'string') readText(node.value, node.start)
    },
    TemplateElement: node => readText(node.value.raw, node.start),
    MemberExpression: ({ object, property, start }) => {
      const owner = object.type === 'MemberExpression' ? object.property : object
      const named = property.type === 'Identifier' && registers.includes(property.name)
      if (named && owner.type === 'Identifier' && owner.name === 'registers') add(start, property.name)
    },
  })
  return found
}
