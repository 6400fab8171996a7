import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { topLevelRegisters } from '../../../src/model/register.ts'
import { readDefinitions } from '../../../src/server/start/definitions.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { followLink } from '../fixtures/followLink.ts'
import { openAppInDevelopment, type RunningApp } from '../fixtures/runningApp.ts'

/** Vite loads the page anew when it meets a package that it has not prepared yet: on a machine where nothing was started before. */
async function untilOpened(page: Page, path: string): Promise<void> {
  try {
    await followLink(page, path)
  } catch (error) {
    if (!/context was destroyed/i.test(String(error))) throw error
    await page.waitForLoadState()
    await untilOpened(page, path)
  }
}

/** Authors of definitions see the product as `npm run dev` runs it, where React puts up every page, takes it away, and puts it up again. */
describe('in development', () => {
  let fixture: RunningApp
  let me: BrowserUser

  beforeAll(async () => {
    fixture = await openAppInDevelopment()
    me = await openBrowser(fixture.address)
    // Files of code come one by one, and the first time each is made.
    me.context.setDefaultTimeout(90_000)
    await logIn(me.page, 'dono@demo.com.br')
  })
  afterAll(async () => {
    await me?.leave()
    await fixture?.close()
  })

  it('an import reads its file, shows it and saves it', async () => {
    const { page } = me
    const file = join(fixture.folder, 'uma.csv')
    await writeFile(
      file,
      'codigo;ex;tipo;descricao;nacionalfederal;importadosfederal;estadual;municipal\n99887744;;0;Produto de teste;4,20;6.10;18;0\n',
    )
    await page.goto('/ImportarNCM')
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('grid').waitFor()
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await page.getByText('1 linha importada com sucesso.').waitFor()
    expect(me.errors).toEqual([])
  })

  it('every screen opens, and nothing is wrong with it', async () => {
    const { model } = readDefinitions()
    const menu = model.menu.flatMap(({ items }) => items.map(({ path }) => path))
    const forms = topLevelRegisters(model)
      .filter(({ access }) => access.create !== undefined)
      .map(({ views }) => `${views.path}/create`)
    const imports = Object.values(model.imports).map(({ path }) => path)
    const { page } = me
    await page.goto('/')
    for (const path of [...new Set([...menu, ...imports, ...forms])]) {
      await untilOpened(page, path)
      expect([path, ...me.errors]).toEqual([path])
    }
  })
})
