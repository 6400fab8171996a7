import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'
import { budget, filesOfModules, gzipSize, scriptsUntilRows } from '../fixtures/scriptSizes.ts'

/** Where the entry and the list's page come from. */
const modules = ['index.html', 'list/ListPage.tsx'] as const

describe('the budget of JavaScript', () => {
  let fixture: RunningApp
  let me: BrowserUser

  beforeAll(async () => {
    // Builds the browser side when it is stale.
    fixture = await openApp()
    me = await openBrowser(fixture.address)
    await logIn(me.page, 'dono@demo.com.br')
  })
  afterAll(async () => {
    await me?.leave()
    await fixture?.close()
  })

  it(`holds ${budget} kB for what the list's module brings along`, async () => {
    const files = await filesOfModules(...modules)
    expect(files.length).toBeGreaterThan(2)
    expect(await gzipSize(files), files.join(' ')).toBeLessThanOrEqual(budget)
  })

  it.each(['/produtos', '/parceiros'])('holds it for what a browser asks for until the rows of %s stand', async path => {
    const page = await me.context.newPage()
    const files = await scriptsUntilRows(page, path)
    expect(files).toEqual(expect.arrayContaining([...(await filesOfModules('index.html'))].filter(file => file !== 'theme.js')))
    expect(await gzipSize(files), files.join(' ')).toBeLessThanOrEqual(budget)
    await page.close()
  })
})
