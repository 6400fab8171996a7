import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { menuLinks } from '../fixtures/browserUser.ts'
import { followLink } from '../fixtures/followLink.ts'
import { layoutFlaws } from '../fixtures/layoutFlaws.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'
import { untilSteady } from '../fixtures/untilSteady.ts'

/** Watches what the page's policy forbade, anywhere in the page: a style element, a style attribute, an image, a frame. */
const watchPolicy = (page: Page): Promise<unknown> =>
  page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      console.error(`${location.pathname}: ${violatedDirective} forbade ${blockedURI} of ${sourceFile}`),
    ),
  )

/** Tests that share the screens, each with its own limit of time. */
const PARTS = 3

describe('the policy of the page', () => {
  // The service worker and what it fetches are under the policy too.
  const desk = useOwnerSession({ serviceWorkers: 'allow' })

  it.each(Array.from({ length: PARTS }, (_, part) => part))(
    'every screen of part %i keeps to a policy without inline styles or scripts, and stands right at three widths, each tab of its form too',
    async part => {
      const { page, errors } = desk.me
      await watchPolicy(page)
      const reply = await page.goto('/')
      const policy = reply?.headers()['content-security-policy'] ?? ''
      expect(policy).toContain("style-src 'self';")
      expect(policy).not.toContain('unsafe')
      await menuLinks(page).first().waitFor()
      const addresses = await menuLinks(page).evaluateAll(links => [
        ...new Set(links.map(link => link.getAttribute('href') ?? '/')),
      ])
      expect(addresses.length).toBeGreaterThan(20)
      const flaws: string[] = []
      const look = async (address: string): Promise<void> => {
        for (const flaw of await layoutFlaws(page)) flaws.push(`${address} ${flaw}`)
      }
      for (const address of addresses.filter((_, at) => at % PARTS === part)) {
        await followLink(page, address)
        await page.locator('main').first().waitFor()
        expect(await page.locator('style').count(), address).toBe(0)
        await look(address)
        const create = page.locator('main a[href$="/create"]').first()
        if ((await create.count()) === 0) continue
        await create.click()
        await page.locator('main form').first().waitFor()
        await untilSteady(page)
        await look(`${address}/create`)
        const tabs = page.locator('main form').getByRole('tab')
        for (let at = 1; at < (await tabs.count()); at += 1) {
          await tabs.nth(at).click()
          await look(`${address}/create, ${await tabs.nth(at).innerText()}`)
        }
      }
      expect(flaws).toEqual([])
      expect(errors).toEqual([])
    },
    500_000,
  )

  it('no text becomes elements or code, and only the site’s own scripts become workers', async () => {
    const { page, errors } = desk.me
    await page.goto('/')
    await page.getByRole('navigation').first().waitFor()
    const tried = await page.evaluate(() => {
      const nameOf = (run: () => unknown): string => {
        try {
          run()
          return 'done'
        } catch (error) {
          return error instanceof Error ? error.name : String(error)
        }
      }
      const script = document.createElement('script')
      const address = URL.createObjectURL(new Blob(['']))
      return [
        nameOf(() => {
          document.createElement('div').innerHTML = '<b>x</b>'
        }),
        nameOf(() => new DOMParser().parseFromString('<b>x</b>', 'text/html')),
        nameOf(() => {
          script.text = 'window.ran = true'
        }),
        nameOf(() => window.trustedTypes?.createPolicy('default', { createScriptURL: each => each })),
        nameOf(() => new Worker(address)),
        nameOf(() => new Worker('/assets/none.js').terminate()),
      ]
    })
    expect(tried).toEqual([...Array(5).fill('TypeError'), 'done'])
    // Each of them is told in the page's console, and nothing else is.
    expect(errors.splice(0).filter(error => !error.includes('has been blocked'))).toEqual([])
  })

  it('what stands wrong is found', async () => {
    const { page } = desk.me
    await page.goto('about:blank')
    await page.setContent(`
      <p style="width: 80px; overflow: hidden; white-space: nowrap">A text that nobody can read to its end</p>
      <div style="width: 200px; overflow-x: auto; scrollbar-width: none"><p style="width: 900px">Wide</p></div>
      <button style="position: absolute; top: 200px; left: 20px; width: 90px">Save</button>
      <div style="position: absolute; top: 190px; left: 0; width: 300px; height: 60px; background: white"></div>
      <p style="position: absolute; top: 300px; left: 20px">One line</p>
      <p style="position: absolute; top: 304px; left: 30px">Another line</p>
      <div style="width: 1500px; height: 4px"></div>`)
    const flaws = await layoutFlaws(page)
    for (const width of [1440, 1024, 390])
      for (const flaw of ['the page scrolls', 'cut text', 'unmarked sideways scroll', 'covered control', 'text over text'])
        expect(flaws.filter(one => one.startsWith(`${width}: ${flaw}`)).length, `${width} ${flaw}`).toBeGreaterThan(0)
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
