import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

const table = resolve('../shared/data/TabelaIBPTax_26.1.E.csv')

describe('/ImportarNCM', () => {
  let fixture: RunningApp
  let me: BrowserUser

  beforeAll(async () => {
    fixture = await openApp()
    me = await openBrowser(fixture.address)
    await logIn(me.page, 'dono@demo.com.br')
  })
  afterAll(async () => {
    await me?.leave()
    await fixture?.close()
  })

  const open = async (file: string): Promise<void> => {
    await me.page.goto('/ImportarNCM')
    await me.page.locator('input[type=file]').setInputFiles(file)
    await me.page.getByRole('grid').waitFor()
  }

  it('shows what is wrong with a row, and saves the others once it is mended', async () => {
    const file = join(fixture.folder, 'duas.csv')
    await writeFile(
      file,
      'codigo;ex;tipo;descricao;nacionalfederal;importadosfederal;estadual;municipal\n99887766;;0;Produto de teste;4,20;6.10;18;0\n99887755;;0;Outro;abc;1;1;0\n',
    )
    await open(file)
    const { page } = me
    await page.getByText('1 com erro').waitFor()
    await page.getByText(/Coluna 'Nacional' da linha 3 inválido. Não foi possível converter o valor 'abc' em decimal./).waitFor()
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await page.getByText('A importação parou na linha 3.').waitFor()
    await page.getByText('1 linha importada com sucesso.').waitFor()
    await page.getByRole('gridcell', { name: /^abc/ }).dblclick()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('7,5')
    await page.keyboard.press('Enter')
    await page.getByRole('gridcell', { name: '7,50%' }).waitFor()
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await page.getByText('2 linhas importadas com sucesso.').waitFor()
    expect(me.errors).toEqual([])
  })

  it.skipIf(!existsSync(table))(
    'reads the real table, takes out what exists, saves the rest, and changes nothing the second time',
    async () => {
      const { page } = me
      await open(table)
      await page.getByText('11.390 linhas').waitFor()
      await page.getByRole('button', { name: /Filtrar/ }).click()
      await page.getByRole('button', { name: /^Salvar/ }).click()
      await page.getByText(/11\.3\d\d linhas importadas com sucesso/).waitFor({ timeout: 90_000 })
      expect(me.errors).toEqual([])
      const admin = await openBrowser(fixture.address)
      await logIn(admin.page, 'admin@demo.com.br')
      await admin.page.goto('/ncms?q=cavalos')
      await admin.page.getByRole('grid').getByRole('row').nth(1).waitFor()
      await admin.leave()
    },
  )
})
