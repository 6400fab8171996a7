import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { useOwnerSession } from '../fixtures/ownerSession.ts'
import { untilSteady } from '../fixtures/untilSteady.ts'

/** What the page's policy forbade, anywhere in the page: a style element, a style attribute, an image, a frame. */
const watchPolicy = (page: Page): Promise<unknown> =>
  page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      console.error(`${location.pathname}: ${violatedDirective} forbade ${blockedURI} of ${sourceFile}`),
    ),
  )

describe('the policy of the page', () => {
  const desk = useOwnerSession()

  it('every screen keeps to a policy without inline styles or scripts, charts, forms and paper too', async () => {
    const { page, errors } = desk.me
    await watchPolicy(page)
    const reply = await page.goto('/')
    const policy = reply?.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("style-src 'self';")
    expect(policy).not.toContain('unsafe')
    await page.getByRole('navigation').first().waitFor()
    const addresses = await page
      .getByRole('navigation')
      .first()
      .locator('a[href^="/"]')
      .evaluateAll(links => [...new Set(links.map(link => link.getAttribute('href') ?? '/'))])
    expect(addresses.length).toBeGreaterThan(20)
    for (const address of addresses) {
      await page.goto(address)
      await page.locator('main').first().waitFor()
      await untilSteady(page)
      expect(await page.locator('style').count(), address).toBe(0)
      const create = page.locator(`a[href$="/create"]`).first()
      if ((await create.count()) === 0) continue
      await page.goto((await create.getAttribute('href')) ?? address)
      await page.locator('main form').first().waitFor()
      await untilSteady(page)
    }
    expect(errors).toEqual([])
  })

  it('a report with charts looks as it did, on the screen and on paper', async () => {
    const { page, errors } = desk.me
    await watchPolicy(page)
    await page.goto('/relatorio/faturamento-moeda')
    await page.locator('main').first().waitFor()
    await untilSteady(page)
    await page.locator('main form button[type=submit], main [role=search] button[type=submit]').first().click()
    await page.locator('main svg[role=img], main figure').first().waitFor()
    await untilSteady(page)
    // Styles made while the page runs are in force: the control's own font, not the browser's.
    expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Inter')
    expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBeGreaterThan(0)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect((await page.pdf()).length).toBeGreaterThan(1000)
    expect(errors).toEqual([])
  })
})
