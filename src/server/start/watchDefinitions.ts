import { watch } from 'node:fs'
import { join } from 'node:path'
import type { AppContext } from '../appContext.ts'
import { applyModel } from '../tables/applyModel.ts'
import { readMigrations } from '../tables/migration.ts'
import { claimPresentValues } from '../write/store/claimPresentValues.ts'
import { keepShippedRoles } from '../write/store/shippedRoles.ts'
import { linkedFolders, readDefinitionFiles } from './definitionFiles.ts'
import { DefinitionsInForce } from './definitionsInForce.ts'
import { troubleLines } from './definitionTrouble.ts'
import { rememberDefinitions, rememberedDefinitions } from './rememberedDefinitions.ts'

/** Milliseconds without a change after which definitions are read: editors write a file in several steps. */
const calm = 40

/**
 * Brings changed definitions into force: read, checked, tables updated, browsers told. A file that does not check keeps its last
 * version that did; what is wrong is printed, and told on every page.
 */
export const watchDefinitions = (folder: string, context: AppContext, print: (text: string) => void): (() => void) => {
  let timer: NodeJS.Timeout | undefined
  let turn = Promise.resolve()
  const known = { effects: Object.keys(context.domain.effects) }
  const definitions = new DefinitionsInForce(known, rememberedDefinitions(context.service.dataDir))
  definitions.take(readDefinitionFiles(folder))
  const changed = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      turn = turn
        .then(() => reload(folder, definitions, context, print))
        .catch(error => print(error instanceof Error ? error.message : String(error)))
    }, calm)
  }
  const watchers = [folder, ...linkedFolders(folder)].map(each => watch(each, { recursive: true }, changed))
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}

/** A refusal of the tables leaves the former definitions in force. */
const reload = async (
  folder: string,
  definitions: DefinitionsInForce,
  context: AppContext,
  print: (text: string) => void,
): Promise<void> => {
  const started = performance.now()
  const read = definitions.take(readDefinitionFiles(folder))
  const lines = troubleLines(read, folder)
  for (const line of lines) print(line)
  const trouble = lines.length > 0 ? { lines, kept: read.kept } : undefined
  if (!trouble && context.trouble(true)) print('Nothing is wrong with the definitions any more.')
  rememberDefinitions(context.service.dataDir, definitions.goodFiles())
  const before = context.service.model().hash
  if (read.model.hash === before) {
    context.setTrouble(trouble)
    return
  }
  const { steps, notices } = await applyModel(
    context.database,
    read.model,
    readMigrations(join(folder, 'migrations')),
    context.domain.tables,
  )
  await context.database.asOwner(q => keepShippedRoles(q, read.model))
  const conflicts = await context.database.asOwner(q => claimPresentValues(q, read.model))
  for (const notice of [...notices, ...conflicts]) print(notice)
  context.setTrouble(trouble)
  context.setModel(read.model)
  print(`Definitions in force after ${Math.round(performance.now() - started)} ms; ${steps.length} changes of tables.`)
}
