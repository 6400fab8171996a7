import { join } from 'node:path'
import type { DefinitionProblem } from '../src/model/problem.ts'
import { readModel } from '../src/model/read.ts'
import { effects } from '../src/server/effects/effects.ts'
import { readDefinitions } from './schemas.ts'

/** `npm run check:schemas [folder]`: prints every problem of the definitions as file:line:column and fails when there is one. */
const folder = process.argv[2] ?? join(import.meta.dirname, '..', 'schemas')
const files = readDefinitions(folder)
const { model, problems } = readModel(files, { effects: Object.keys(effects) })

for (const problem of problems) console.log(lineOf(problem))
const counts = `${files.length} definitions, ${Object.keys(model.registers).length} registers, ${Object.keys(model.messages).length} messages`
console.log(problems.length === 0 ? `Schemas: ${counts}: no problem.` : `Schemas: ${counts}: ${problems.length} problem(s).`)
process.exitCode = problems.length === 0 ? 0 : 1

function lineOf({ file, line, column, code, message, didYouMean }: DefinitionProblem): string {
  const hint = didYouMean === undefined ? '' : ` Did you mean "${didYouMean}"?`
  return `schemas/${file}:${line}:${column} ${code}: ${message}${hint}`
}
