import { isAbsolute, join, relative } from 'node:path'
import type { DefinitionProblem } from '../../model/problem.ts'
import { type ReadModel, readModel } from '../../model/read.ts'
import type { ExternalNames } from '../../model/source/externalNames.ts'
import type { Migration } from '../tables/migration.ts'
import { readAllMigrations, readDefinitionFiles, schemasFolder } from './definitionFiles.ts'
import { soundFiles } from './soundFiles.ts'

export interface LoadedDefinitions extends ReadModel {
  readonly migrations: readonly Migration[]
}

/** Reads everything in the folder. A file with a problem is left out, and its problems are told. `known`: what else definitions may name. */
export const readDefinitions = (folder: string = schemasFolder, known: ExternalNames = {}): LoadedDefinitions => ({
  ...readModel(soundFiles(readDefinitionFiles(folder)), known),
  migrations: readAllMigrations(folder),
})

/** A problem on one line, as editors and terminals link it: the file as it is reached from where the command runs. */
export const definitionProblemText = (problem: DefinitionProblem, folder: string = schemasFolder): string =>
  `${pathFromHere(join(folder, problem.file))}:${problem.line}:${problem.column} ${problem.code}: ${problem.message}${problem.didYouMean ? ` (did you mean "${problem.didYouMean}"?)` : ''}`

function pathFromHere(path: string): string {
  const near = relative(process.cwd(), path)
  return near.startsWith('..') || isAbsolute(near) ? path : near
}
