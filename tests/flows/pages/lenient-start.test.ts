import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schemasFolder } from '../../../src/server/start/definitionFiles.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { openAppProcess, type RunningApp } from '../fixtures/runningApp.ts'
import { untilSteady } from '../fixtures/untilSteady.ts'

/** A server that was told to start although a definition does not check. */
describe('a lenient start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'retaguarda-leniente-'))
  const schemas = join(folder, 'schemas')
  let fixture: RunningApp

  beforeAll(async () => {
    cpSync(schemasFolder, schemas, { recursive: true })
    const right = readFileSync(join(schemas, 'registers/cadastros/comandas.schema.json'), 'utf8')
    writeFileSync(join(schemas, 'registers/cadastros/cores.schema.json'), right.replace('"title"', '"titel"'))
    fixture = await openAppProcess({ SCHEMAS_DIR: schemas }, ['--lenient'])
  })
  afterAll(async () => {
    await fixture?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const banner = ({ page }: BrowserUser) => page.getByText('As definições têm problemas.')

  it('tells the administrator of the platform, over every page, which definition is wrong and where', async () => {
    const admin = await openBrowser(fixture.address)
    await logIn(admin.page, 'admin@demo.com.br')
    await banner(admin).waitFor()
    await admin.page.getByText(/cores\.schema\.json:4:\d+ .*keyword-(missing|unknown)/).waitFor()
    await admin.page.goto('/unidades')
    await banner(admin).waitFor()
    await admin.page.getByRole('heading', { level: 1 }).waitFor()
    await untilSteady(admin.page)
    expect(await violations(admin.page)).toEqual([])
    expect(admin.errors).toEqual([])
    await admin.leave()
  })

  it('tells nobody else, who works with what is left', async () => {
    for (const email of ['dono@demo.com.br', 'funcionario@demo.com.br']) {
      const one = await openBrowser(fixture.address)
      await logIn(one.page, email)
      await one.page.goto('/produtos')
      await one.page.getByRole('gridcell').first().waitFor()
      await untilSteady(one.page)
      expect(await banner(one).count()).toBe(0)
      expect(await one.page.getByText('cores.schema.json').count()).toBe(0)
      expect(one.errors).toEqual([])
      await one.leave()
    }
  })
})
