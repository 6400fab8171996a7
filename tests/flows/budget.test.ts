import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, openHouse } from './house.ts'
import { logIn, type Person, sitDown } from './person.ts'
import { budget, filesOf, packed, scriptsUntilRows } from './scripts.ts'

/** Where the entry and the list's page come from. */
const modules = ['index.html', 'list/ListPage.tsx'] as const

describe('the budget of JavaScript', () => {
  let house: House
  let me: Person

  beforeAll(async () => {
    // Builds the browser side when it is stale.
    house = await openHouse()
    me = await sitDown(house.address)
    await logIn(me.page, 'dono@demo.com.br')
  })
  afterAll(async () => {
    await me?.leave()
    await house?.close()
  })

  it(`holds ${budget} kB for what the list's module brings along`, async () => {
    const files = await filesOf(...modules)
    expect(files.length).toBeGreaterThan(2)
    expect(await packed(files)).toBeLessThanOrEqual(budget)
  })

  it.each(['/produtos', '/parceiros'])('holds it for what a browser asks for until the rows of %s stand', async path => {
    const page = await me.context.newPage()
    const files = await scriptsUntilRows(page, path)
    expect(files).toEqual(expect.arrayContaining([...(await filesOf('index.html'))].filter(file => file !== 'theme.js')))
    expect(await packed(files)).toBeLessThanOrEqual(budget)
    await page.close()
  })
})
