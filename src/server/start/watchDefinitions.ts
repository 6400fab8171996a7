import type { DefinitionTrouble } from '../../api/session.ts'
import type { DefinitionProblem } from '../../model/problem.ts'
import type { CallContract } from '../../model/source/callContract.ts'
import type { AppContext } from '../appContext.ts'
import { statementProblems } from '../report/statementProblems.ts'
import { applyModel } from '../tables/applyModel.ts'
import { fillFigures } from '../write/figures/figureColumns.ts'
import { fillFollowed } from '../write/follows/followReferences.ts'
import { claimPresentValues } from '../write/store/claimPresentValues.ts'
import { keepShippedRoles } from '../write/store/shippedRoles.ts'
import { layerFolders, linkedFolders, readAllMigrations, readDefinitionFiles } from './definitionFiles.ts'
import { DefinitionsInForce, type ModelInForce } from './definitionsInForce.ts'
import { noticeLines, troubleLines } from './definitionTrouble.ts'
import { rememberDefinitions, rememberedDefinitions } from './rememberedDefinitions.ts'
import { watchFolders } from './watchFolders.ts'

/** Milliseconds without a change after which definitions are read: editors write a file in several steps. */
const calm = 40

/**
 * Brings changed definitions into force: read, checked, tables updated, browsers told. A file that does not check keeps its last
 * version that did; what is wrong is printed, and told on every page. `calls`: what all calls of the server ask; without them none is checked.
 */
export const watchDefinitions = (
  folder: string,
  context: AppContext,
  print: (text: string) => void,
  calls?: readonly CallContract[],
): (() => void) => {
  let timer: NodeJS.Timeout | undefined
  const known = { effects: Object.keys(context.domain.effects), ...(calls ? { calls } : {}) }
  const definitions = new DefinitionsInForce(known, rememberedDefinitions(context.service.dataDir))
  const first = definitions.take(readDefinitionFiles(folder))
  const watched: Watched = { folder, context, print, definitions, ofSql: [] }
  let turn = Promise.resolve()
  const next = (work: () => Promise<void>): void => {
    turn = turn.then(work).catch(error => print(error instanceof Error ? error.message : String(error)))
  }
  next(() => tellFirst(watched, first))
  const changed = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => next(() => reload(watched)), calm)
  }
  const folders = [folder, ...layerFolders].flatMap(each => [each, ...linkedFolders(each)])
  const stop = watchFolders(folders, changed)
  return () => {
    clearTimeout(timer)
    stop()
  }
}

interface Watched {
  readonly folder: string
  readonly context: AppContext
  readonly print: (text: string) => void
  readonly definitions: DefinitionsInForce
  /** The answer to what PostgreSQL found wrong with the statements in force. Only their reports fail by it. */
  ofSql: readonly DefinitionProblem[]
}

/** Tells what is wrong with the statements that were in force before anything changed; of all else the start told. */
const tellFirst = async (watched: Watched, read: ModelInForce): Promise<void> => {
  const { folder, context, print } = watched
  watched.ofSql = await problemsOfSql(watched, read)
  if (watched.ofSql.length === 0) return
  for (const line of troubleLines({ problems: watched.ofSql, fallen: [] }, folder)) print(line)
  context.setTrouble(troubleOf(watched, read))
}

/** A refusal of the tables leaves the former definitions in force. */
const reload = async (watched: Watched): Promise<void> => {
  const { folder, context, print, definitions } = watched
  const started = performance.now()
  const read = definitions.take(readDefinitionFiles(folder))
  rememberDefinitions(context.service.dataDir, definitions.goodFiles())
  try {
    if (read.model.hash === context.service.model().hash) return
    const steps = await takeIntoForce(watched, read)
    print(`Definitions in force after ${Math.round(performance.now() - started)} ms; ${steps} changes of tables.`)
  } finally {
    const trouble = troubleOf(watched, read)
    for (const line of [...(trouble?.lines ?? []), ...noticeLines(read, folder)]) print(line)
    if (!trouble && context.trouble(true)) print('Nothing is wrong with the definitions any more.')
    context.setTrouble(trouble)
  }
}

/** Brings the tables up to what was read, and makes it the Model of all calls; gives the number of changes of tables. */
const takeIntoForce = async (watched: Watched, read: ModelInForce): Promise<number> => {
  const { folder, context, print } = watched
  const { steps, notices } = await applyModel(context.database, read.model, readAllMigrations(folder), context.domain.tables, {
    dropsEmpty: true,
  })
  await context.database.asOwner(q => keepShippedRoles(q, read.model))
  await context.database.asOwner(q => fillFollowed(q, read.model))
  await context.database.asOwner(q => fillFigures(q, read.model))
  const conflicts = await context.database.asOwner(q => claimPresentValues(q, read.model))
  for (const notice of [...notices, ...conflicts]) print(notice)
  context.setModel(read.model)
  watched.ofSql = await problemsOfSql(watched, read)
  return steps.length
}

/** A file with problems has another text than the version in force: those are told first. */
const problemsOfSql = ({ context, definitions }: Watched, { model, problems }: ModelInForce): Promise<DefinitionProblem[]> => {
  const wrong = new Set(problems.map(({ file }) => file))
  const sound = definitions.goodFiles().filter(({ path }) => !wrong.has(path))
  return context.database.asOwner(q => statementProblems(q, model, sound))
}

const troubleOf = ({ folder, ofSql }: Watched, { problems, fallen, kept }: ModelInForce): DefinitionTrouble | undefined => {
  const lines = troubleLines({ problems: [...problems, ...ofSql], fallen }, folder)
  return lines.length > 0 ? { lines, kept } : undefined
}
