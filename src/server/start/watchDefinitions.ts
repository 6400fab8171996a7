import { watch } from 'node:fs'
import type { AppContext } from '../appContext.ts'
import { applyModel } from '../tables/applyModel.ts'
import { definitionProblemText, readDefinitions } from './definitions.ts'

/** Milliseconds without a change after which definitions are read: editors write a file in several steps. */
const calm = 40

/** Brings changed definitions into force: read, checked, tables updated, browsers told. */
export const watchDefinitions = (folder: string, context: AppContext, print: (text: string) => void): (() => void) => {
  let timer: NodeJS.Timeout | undefined
  let turn = Promise.resolve()
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      turn = turn
        .then(() => reload(folder, context, print))
        .catch(error => print(error instanceof Error ? error.message : String(error)))
    }, calm)
  })
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}

/** What the tables refuse leaves the former definitions in force. */
const reload = async (folder: string, context: AppContext, print: (text: string) => void): Promise<void> => {
  const started = performance.now()
  const { model, problems, migrations } = readDefinitions(folder, { effects: Object.keys(context.domain.effects) })
  for (const problem of problems) print(definitionProblemText(problem))
  if (model.hash === context.service.model().hash) return
  const { steps, notices } = await applyModel(context.database, model, migrations, context.domain.tables)
  for (const notice of notices) print(notice)
  context.setModel(model)
  print(`Definitions in force after ${Math.round(performance.now() - started)} ms; ${steps.length} changes of tables.`)
}
