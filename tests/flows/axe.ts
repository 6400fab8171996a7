import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** axe's violations of the whole page, frame included. */
export async function violations(page: Page): Promise<string[]> {
  // The page's own policy forbids inline scripts; the test brings axe through the debugger instead.
  await page.evaluate(axe)
  return page.evaluate(async () => {
    interface Found {
      violations: { id: string; nodes: { target: unknown; failureSummary?: string }[] }[]
    }
    const { run } = (window as unknown as { axe: { run(): Promise<Found> } }).axe
    const { violations: found } = await run()
    return found.map(({ id, nodes }) => {
      const where = nodes.map(({ target }) => String(target)).join(' | ')
      return `${id}: ${where} (${nodes[0]?.failureSummary?.replace(/\s+/g, ' ') ?? ''})`
    })
  })
}
