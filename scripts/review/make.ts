import { type DefinitionFile, type ReadModel, readModel } from '../../src/model/read.ts'
import { fileKindOf } from '../../src/model/source/definitions.ts'
import { openDatabase } from '../../src/server/database/pool.ts'
import {
  layerFolders,
  layerName,
  readAllMigrations,
  readDefinitionFiles,
  schemasFolder,
} from '../../src/server/start/definitionFiles.ts'
import { definitionProblemText, type LoadedDefinitions, readDefinitions } from '../../src/server/start/definitions.ts'
import { planModel } from '../../src/server/tables/applyModel.ts'
import type { ChangedSubject, ChangeSection } from '../describe/changes/changeLine.ts'
import { changesBetween } from '../describe/changes/changes.ts'
import { withCount } from '../describe/phrase.ts'
import { stepsToApply } from './apply.ts'
import { describeSteps } from './describeSteps.ts'
import { describeNotice, describeRefusal } from './describeTables.ts'
import { type Revision, readFilesAt } from './gitFiles.ts'
import { measureImpact } from './impact.ts'
import type { Review, TablesPlan } from './review.ts'

/** Reviews the definitions of a folder against a git reference, and against a database when there is one. */
export async function makeReview(folder: string, ref: string, url: string | undefined): Promise<Review> {
  const past = readFilesAt(folder, ref)
  const now = readDefinitions(folder)
  const review = await reviewOf(ref, past, now, url)
  return now.layers ? withLayers(review, readModel(past.files), readModel(readDefinitionFiles(folder, [])), now) : review
}

/**
 * Reviews one of the layers against a reference of the repository that has its folder: the product and the other layers are today's on both sides.
 *
 * @throws Error where no layer has the name
 */
export async function reviewLayer(
  name: string,
  ref: string,
  url: string | undefined,
  layers: readonly string[] = layerFolders,
): Promise<Review> {
  const folder = layers.find(each => layerName(each) === name)
  if (folder === undefined)
    throw new Error(`LAYERS has no layer "${name}": ${layers.map(layerName).join(', ') || 'it is empty'}.`)
  const files = readDefinitionFiles(schemasFolder, layers)
  // A layer has a layer.json at least, by which its name is known.
  const layer = readDefinitionFiles(schemasFolder, [folder]).findLast(file => file.layer !== undefined)?.layer ?? ''
  const at = files.findIndex(file => file.layer === layer)
  const then = readFilesAt(folder, ref)
  const others = (each: DefinitionFile): boolean => each.layer !== layer
  const before = [...files.slice(0, at), ...then.files.map(file => ({ ...file, layer })), ...files.slice(at).filter(others)]
  const now = { ...readModel(files), migrations: readAllMigrations() }
  const review = await reviewOf(ref, { ...then, files: before }, now, url)
  return { ...review, sections: review.sections.map(each => ({ ...each, title: `${each.title}, da camada ${name}` })) }
}

/** The review in two parts: what the product changed since then, and what the layers make of it now. */
function withLayers(review: Review, past: ReadModel, product: ReadModel, now: ReadModel): Review {
  const names = now.layers?.layers.map(({ name }) => name).join(', ')
  const ofProduct = changesBetween(past.model, product.model).map(each => ({ ...each, title: `${each.title}, do produto` }))
  const ofLayers = changesBetween(product.model, now.model).map(each => ({
    ...each,
    title: `${each.title}, da sua camada (${names})`,
  }))
  const drift = now.layers?.notices.map(each => definitionProblemText(each)) ?? []
  return { ...review, sections: [...ofProduct, ...ofLayers], ...(drift.length > 0 ? { drift } : {}) }
}

async function reviewOf(ref: string, past: Revision, now: LoadedDefinitions, url: string | undefined): Promise<Review> {
  const then = readModel(past.files)
  const lost = { past: unreadNames(then), now: unreadNames(now) }
  const unread = { past: told(then), now: told(now) }
  const effect = url === undefined ? {} : await measure(url, known(then.model, lost.now), now)
  return {
    ref,
    commit: past.commit,
    since: past.date,
    made: new Date().toISOString(),
    sections: readOnBothSides(changesBetween(then.model, now.model), lost),
    unread,
    ...effect,
    ...('plan' in effect ? { apply: stepsToApply({ unread, ...effect }) } : {}),
  }
}

/** Definitions whose file could not be read: they are there, and were not taken away. */
const unreadNames = ({ problems, fallen }: ReadModel): ReadonlySet<string> =>
  new Set([...problems.map(({ file }) => file), ...fallen].flatMap(file => fileKindOf(file)?.name ?? []))

/** Problems as lines; what is left out for another's fault is counted, not told one by one. */
const told = ({ problems, fallen: { length } }: ReadModel): string[] => [
  ...problems.map(each => definitionProblemText(each)),
  ...(length > 0 ? [`… e ${withCount(length, 'arquivo que depende deles', 'arquivos que dependem deles')}`] : []),
]

function readOnBothSides(
  sections: readonly ChangeSection[],
  lost: { readonly past: ReadonlySet<string>; readonly now: ReadonlySet<string> },
): readonly ChangeSection[] {
  const isKnown = ({ kind, name }: ChangedSubject): boolean =>
    !(kind === 'removed' && lost.now.has(name)) && !(kind === 'added' && lost.past.has(name))
  return sections
    .map(section => ({ ...section, subjects: section.subjects.filter(isKnown) }))
    .filter(section => section.subjects.length > 0)
}

/** The Model without the registers that cannot be compared. */
const known = (model: LoadedDefinitions['model'], lost: ReadonlySet<string>): LoadedDefinitions['model'] => ({
  ...model,
  registers: Object.fromEntries(
    Object.entries(model.registers).filter(([name, { parent }]) => !lost.has(parent?.register ?? name)),
  ),
})

async function measure(
  url: string,
  before: LoadedDefinitions['model'],
  now: LoadedDefinitions,
): Promise<Pick<Review, 'impact' | 'plan'>> {
  const database = openDatabase({ url, size: 2 })
  try {
    const impact = await measureImpact(database.system, before, now.model)
    return { impact, plan: await tablesPlan(database, now) }
  } finally {
    await database.close()
  }
}

async function tablesPlan(
  database: ReturnType<typeof openDatabase>,
  { model, migrations }: LoadedDefinitions,
): Promise<TablesPlan> {
  const plan = await planModel(database, model, migrations)
  return {
    migrations: plan.migrations,
    words: describeSteps(plan.steps),
    steps: plan.steps,
    refusals: plan.refusals.map(refusal => ({
      place: `${refusal.table}.${refusal.column}`,
      why: describeRefusal(refusal),
      file: refusal.file,
      statement: refusal.statement,
    })),
    notices: plan.notices.map(describeNotice),
  }
}
