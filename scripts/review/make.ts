import { readModel } from '../../src/model/read.ts'
import { changesBetween } from '../../src/model/words/changes/changes.ts'
import { openDatabase } from '../../src/server/database/pool.ts'
import { type Definitions, problemText, readDefinitions } from '../../src/server/definitions.ts'
import { planModel } from '../../src/server/tables/apply.ts'
import { measureImpact } from './impact.ts'
import { type Moment, readFilesAt } from './past.ts'
import type { Review, TablesPlan } from './review.ts'
import { sayStep } from './steps.ts'

/** Reviews the definitions of a folder against a git reference, and against a database when there is one. */
export async function makeReview(folder: string, ref: string, url: string | undefined): Promise<Review> {
  const past = readFilesAt(folder, ref)
  const now = readDefinitions(folder)
  return reviewOf(ref, past, now, url)
}

async function reviewOf(ref: string, past: Moment, now: Definitions, url: string | undefined): Promise<Review> {
  const then = readModel(past.files)
  const effect = url === undefined ? {} : await measure(url, then.model, now)
  return {
    ref,
    commit: past.commit,
    since: past.date,
    made: new Date().toISOString(),
    sections: changesBetween(then.model, now.model),
    unread: { past: then.problems.map(problemText), now: now.problems.map(problemText) },
    ...effect,
  }
}

async function measure(url: string, before: Definitions['model'], now: Definitions): Promise<Pick<Review, 'impact' | 'plan'>> {
  const database = openDatabase({ url, size: 2 })
  try {
    const impact = await measureImpact(database.system, before, now.model)
    return { impact, plan: await tablesPlan(database, now) }
  } finally {
    await database.close()
  }
}

async function tablesPlan(database: ReturnType<typeof openDatabase>, { model, migrations }: Definitions): Promise<TablesPlan> {
  const plan = await planModel(database, model, migrations)
  return {
    migrations: plan.migrations,
    words: sayStep(plan.steps),
    steps: plan.steps,
    refusals: plan.refusals.map(({ table, column, why, file, statement }) => ({
      place: `${table}.${column}`,
      why,
      file,
      statement,
    })),
    notices: plan.notices,
  }
}
