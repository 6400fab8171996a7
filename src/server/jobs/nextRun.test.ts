import { describe, expect, it } from 'vitest'
import type { Job } from './job.ts'
import { nextRun } from './nextRun.ts'

const nightly: Job = { id: 'nightly', cron: '30 0 * * *', run: async () => undefined }

const following = (job: Job, from: string, zone: string, runs: number): string[] => {
  const moments: string[] = []
  for (let at = new Date(from); moments.length < runs; moments.push(at.toISOString())) at = nextRun(job, at, zone)
  return moments
}

describe('the next run of a job', () => {
  it('comes after its period', () => {
    expect(nextRun({ id: 'often', everySeconds: 90, run: nightly.run }, new Date('2026-03-01T00:00:00Z'), 'UTC')).toEqual(
      new Date('2026-03-01T00:01:30Z'),
    )
  })

  it('comes by the clock of the zone', () => {
    expect(following(nightly, '2026-03-01T00:00:00Z', 'America/Sao_Paulo', 2)).toEqual([
      '2026-03-01T03:30:00.000Z',
      '2026-03-02T03:30:00.000Z',
    ])
    expect(following(nightly, '2026-03-01T00:00:00Z', 'America/Manaus', 1)).toEqual(['2026-03-01T04:30:00.000Z'])
  })

  it('comes once a day, also where the clock left the hour out or showed it twice', () => {
    // São Paulo, 2018: 00:00 became 01:00 on 4 November. 2019: 00:00 of 17 February became 23:00.
    expect(following(nightly, '2018-11-03T12:00:00Z', 'America/Sao_Paulo', 2)).toEqual([
      '2018-11-04T03:30:00.000Z',
      '2018-11-05T02:30:00.000Z',
    ])
    const late: Job = { ...nightly, cron: '30 23 * * *' }
    expect(following(late, '2019-02-16T12:00:00Z', 'America/Sao_Paulo', 2).map(moment => moment.slice(0, 10))).toEqual([
      '2019-02-17',
      '2019-02-18',
    ])
  })
})
