import type { Page } from 'playwright'
import { type BenchResult, limitLine, time } from '../../figures.ts'
import { openVisitors, pagesSetup } from '../../pages/browserSession.ts'
import { untilRested } from '../../pages/untilRested.ts'
import type { Bench } from '../../places/bench.ts'
import type { Place } from '../../places/contest.ts'

/** Milliseconds that a look may take to open. */
const MOST = 300
const RECORDS = 2_000

/** From the click on a look above a list to its painted records: a month of 2,000 on a calendar, a board of 1,000 cards. */
export async function* measureLooks(bench: Bench): AsyncGenerator<BenchResult> {
  const contest = await bench.contest(pagesSetup)
  const visitorOf = await openVisitors(contest)
  await contest.each(fillMonth)
  const opening = (look: string, painted: string, least: number) => async (place: Place) => {
    const page = await visitorOf(place).context.newPage()
    try {
      return await timeOfLook(page, look, painted, least)
    } finally {
      await page.close()
    }
  }
  const schedule = { rounds: 5, warm: 1 }
  const calendar = await contest.solo(opening('Calendário', 'td .look-event', 100), schedule)
  yield limitLine('Calendar of 2,000 records a month: from the click to painted', calendar, time, MOST)
  const board = await contest.solo(opening('Quadro', '.board .look-card', 1000), schedule)
  yield limitLine('Board of 1,000 cards: from the click to painted', board, time, MOST)
}

/** Sheets that expire in this month. */
const fillMonth = ({ client }: Place): Promise<unknown> =>
  client.query(
    `INSERT INTO fichas ("lojaId", codigo, nome, validade, tipo, ativo)
     SELECT 1, 'M' || n, 'Ficha do mês ' || n, (date_trunc('month', now()) + (n % 28) * INTERVAL '1 day')::date, 1 + n % 2, true
     FROM generate_series(1, $1::int) n`,
    [RECORDS],
  )

async function timeOfLook(page: Page, look: string, painted: string, least: number): Promise<number> {
  await page.goto('/fichas')
  const button = page.getByRole('button', { name: look, exact: true })
  await button.waitFor()
  await untilRested(page)
  await page.evaluate(([selector, count]) => window.probe.await(() => document.querySelectorAll(selector).length >= count), [
    painted,
    least,
  ] as const)
  await button.click()
  const [opened = Number.NaN] = await page.evaluate(() => Promise.all(window.probe.found))
  // The list is what the next turn opens.
  await page.getByRole('button', { name: 'Lista', exact: true }).click()
  return opened
}
