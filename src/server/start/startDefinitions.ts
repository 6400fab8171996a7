import { registerRoles } from '../../model/access/roles.ts'
import type { Model } from '../../model/model.ts'
import type { DefinitionFile } from '../../model/read.ts'
import type { ExternalNames } from '../../model/source/externalNames.ts'
import type { Migration } from '../tables/migration.ts'
import { readAllMigrations, readDefinitionFiles, schemasFolder } from './definitionFiles.ts'
import { DefinitionsInForce, type ModelInForce } from './definitionsInForce.ts'
import { DefinitionsRefused } from './definitionTrouble.ts'
import { rememberDefinitions, rememberedDefinitions } from './rememberedDefinitions.ts'
import { soundFiles } from './soundFiles.ts'

/** The definitions that a server starts on. */
export interface StartDefinitions extends ModelInForce {
  readonly migrations: readonly Migration[]
}

/**
 * Reads the definitions for a start. Strictly, nothing starts on what does not check; leniently, the last good version of what is
 * wrong goes on, and what never was good is left out, unless nobody could sign in without it.
 */
export function startDefinitions(dataDir: string, lenient: boolean, known: ExternalNames): StartDefinitions {
  const definitions = new DefinitionsInForce(known, lenient ? rememberedDefinitions(dataDir) : [])
  const files = soundFiles(readDefinitionFiles(schemasFolder))
  const read = definitions.take(files)
  const wrong = read.problems.length > 0
  if (wrong && !lenient)
    throw new DefinitionsRefused(
      read,
      '`npm start -- --lenient` starts all the same: with the last good version of what is wrong, or without it.',
    )
  if (wrong && !read.kept && read.problems.some(({ file }) => isLayerFile(file, files)))
    throw new DefinitionsRefused(read, 'A layer that is wrong does not switch itself off, and no good version of it is known.')
  const missing = wrong ? missingRoles(read.model) : []
  if (missing.length > 0)
    throw new DefinitionsRefused(
      read,
      `Nobody could sign in without what is left out (no register plays ${missing.map(role => `"${role}"`).join(', ')}), and no good version of it is known.`,
    )
  rememberDefinitions(dataDir, definitions.goodFiles())
  return { ...read, migrations: readAllMigrations() }
}

const isLayerFile = (name: string, files: readonly DefinitionFile[]): boolean =>
  files.some(({ layer }) => layer !== undefined && name.startsWith(`${layer}/`))

function missingRoles({ registers }: Model): string[] {
  const played = new Set(Object.values(registers).map(({ role }) => role))
  return registerRoles.filter(role => !played.has(role))
}
