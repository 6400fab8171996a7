import { divide, multiply, roundHalfEven, subtract } from '../../../base/decimal.ts'
import { operation, tableOf } from '../../../server/domain.ts'

/** How many answers of each score there are. */
export interface ScoreCount {
  readonly score: number
  readonly count: number
}

interface Bucket {
  readonly count: number
  readonly percentage: number
}

/** What the survey says: promoters gave 9 or 10, passives 7 or 8, detractors less. */
export interface NpsSummary {
  readonly detratores: Bucket
  readonly passivos: Bucket
  readonly promotores: Bucket
  /** Share of promoters less share of detractors, from -100 to 100. */
  readonly score: number
}

/** The summary of answers; nothing is 0. */
export function summarizeNps(scored: readonly ScoreCount[]): NpsSummary {
  const count = (holds: (score: number) => boolean) =>
    scored.filter(({ score }) => holds(score)).reduce((all, one) => all + one.count, 0)
  const all = count(() => true)
  const share = (part: number): number => roundHalfEven(multiply(divide(part, all), 100), 2)
  const bucket = (part: number): Bucket => ({ count: part, percentage: share(part) })
  const promoters = count(score => score >= 9)
  const detractors = count(score => score <= 6)
  return {
    detratores: bucket(detractors),
    passivos: bucket(all - promoters - detractors),
    promotores: bucket(promoters),
    score: share(subtract(promoters, detractors)),
  }
}

const bucket = {
  type: 'object',
  properties: { count: { type: 'integer' }, percentage: { type: 'number' } },
  required: ['count', 'percentage'],
}

/** Summary of the satisfaction survey over all answers. */
export const npsScore = operation<Record<string, never>>({
  method: 'GET',
  path: 'Nps/score',
  title: 'Resumo da pesquisa de satisfação',
  gate: 'admin',
  input: { type: 'object', properties: { lojaId: { type: 'integer' } } },
  output: {
    type: 'object',
    properties: { detratores: bucket, passivos: bucket, promotores: bucket, score: { type: 'number' } },
    required: ['detratores', 'passivos', 'promotores', 'score'],
  },
  messages: [],
  run({ service, model }) {
    const { sql } = tableOf(model, 'Nps')
    return service.database.read('all', async q => {
      const { rows } = await q.query<{ score: number; count: string }>(
        `SELECT "score", count(*) AS count FROM ${sql} WHERE "score" IS NOT NULL GROUP BY "score"`,
      )
      return summarizeNps(rows.map(({ score, count }) => ({ score: Number(score), count: Number(count) })))
    })
  },
})
