import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Model } from '../../model/model.ts'
import type { DefinitionProblem } from '../../model/problem.ts'
import { type DefinitionFile, readModel } from '../../model/read.ts'
import type { ExternalNames } from '../../model/semantics/checkSemantics.ts'
import { type Migration, readMigrations } from '../tables/migration.ts'

/** The product's definitions; SCHEMAS_DIR names others. */
export const schemasFolder = process.env.SCHEMAS_DIR
  ? resolve(process.env.SCHEMAS_DIR)
  : fileURLToPath(new URL('../../../schemas', import.meta.url))

/** Every definition below a folder, with the SQL of reports; the meta-schemas and migrations are none. */
export const readDefinitionFiles = (folder: string = schemasFolder): DefinitionFile[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(json|sql)$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => !['meta', 'migrations'].some(each => path.startsWith(resolve(folder, each) + sep)))
    .sort()
    .map(path => ({ path: relative(folder, path).split(sep).join('/'), text: readFileSync(path, 'utf8') }))

export interface LoadedDefinitions {
  readonly model: Model
  readonly problems: readonly DefinitionProblem[]
  readonly migrations: readonly Migration[]
}

/** Reads everything in the folder. A file with a problem is left out, and its problems are told. `known`: what else definitions may name. */
export const readDefinitions = (folder: string = schemasFolder, known: ExternalNames = {}): LoadedDefinitions => ({
  ...readModel(existsSync(folder) ? readDefinitionFiles(folder) : [], known),
  migrations: readMigrations(join(folder, 'migrations')),
})

/** A problem on one line, as editors and terminals link it. */
export const definitionProblemText = (problem: DefinitionProblem): string =>
  `schemas/${problem.file}:${problem.line}:${problem.column} ${problem.code}: ${problem.message}${problem.didYouMean ? ` (did you mean "${problem.didYouMean}"?)` : ''}`
