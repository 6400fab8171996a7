import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'
import { untilImportKept } from '../fixtures/untilKept.ts'
import { untilSteady } from '../fixtures/untilSteady.ts'

const header = 'codigo;cod_aux;descricao;preco;grupo;unidade;ncm;estoque'
const line = (code: number, price = '9,90'): string => `${code};A${code};Produto ${code};${price};Importados;un;22021000;3`

describe('/importarProdutos', () => {
  let fixture: RunningApp
  let me: BrowserUser

  beforeAll(async () => {
    fixture = await openApp()
    me = await openBrowser(fixture.address)
    // A tab with rows that are not saved asks before it goes; this person goes.
    me.page.on('dialog', dialog => void dialog.accept())
    await logIn(me.page, 'dono@demo.com.br')
  })
  afterAll(async () => {
    await me?.leave()
    await fixture?.close()
  })

  const file = async (name: string, lines: readonly string[]): Promise<string> => {
    const path = join(fixture.folder, name)
    await writeFile(path, [header, ...lines].join('\n'))
    return path
  }
  const open = async (path: string): Promise<void> => {
    await me.page.locator('input[type=file]').setInputFiles(path)
    await me.page.getByRole('grid').waitFor()
  }
  const save = () => me.page.getByRole('button', { name: 'Salvar', exact: true }).click()
  /** Another page, without loading anything anew. */
  const visit = (group: string, name: string) =>
    me.page
      .getByRole('navigation')
      .first()
      .getByRole('link', { name, exact: true })
      .first()
      .click()
      .catch(() => {
        throw new Error(`no link ${group} ${name}`)
      })

  it('mends a cell, downloads what failed, takes it up again after a reload, and takes the whole import back', async () => {
    const { page } = me
    await page.goto('/importarProdutos')
    await open(await file('produtos.csv', [line(7_700_001), line(7_700_002, 'abc'), line(7_700_003)]))
    await page.getByText('1 com erro').waitFor()
    // Why is read without opening the row.
    await page.getByRole('row').getByText("Não foi possível converter o valor 'abc' em decimal.").waitFor()
    await save()
    await page.getByText('A importação parou na linha 3.').waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar linhas não salvas' }).click()
    const left = await readFile(await (await downloading).path(), 'utf8')
    expect(left.split(/\r?\n/).filter(Boolean)).toHaveLength(3)
    expect(left).toMatch(/Não foi possível converter o valor 'abc' em decimal\./)
    await page.getByRole('gridcell', { name: /^abc/ }).dblclick()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('12,34')
    await page.keyboard.press('Enter')
    await page.getByRole('gridcell', { name: 'R$ 12,34' }).waitFor()
    await untilImportKept(page, '12,34')
    await page.reload()
    await page.getByText('A importação de produtos.csv não terminou.').waitFor()
    await page.getByRole('button', { name: 'Continuar importação' }).click()
    await page.getByRole('gridcell', { name: 'R$ 12,34' }).waitFor()
    expect(await page.getByRole('gridcell', { name: '7700001' }).count()).toBe(0)
    await save()
    await page.getByText('3 linhas importadas com sucesso.').waitFor()
    await page.getByRole('link', { name: /Estoque inicial \(Importação de produto\), com \d itens/ }).waitFor()
    await page.getByText(/O estoque ainda não mudou/).waitFor()
    await page.getByRole('button', { name: 'Desfazer importação' }).click()
    await page.getByText('Arraste o arquivo para cá').waitFor()
    await page.goto('/produtos?q=7700002')
    await page.getByText('Nenhum registro localizado.').waitFor()
    await page.goto('/grupos?q=Importados')
    await page.getByText('Nenhum registro localizado.').waitFor()
    expect(me.errors).toEqual([])
  })

  it('is a spreadsheet before it is saved: a block is pasted, emptied, filled down, taken back', async () => {
    const { page } = me
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/importarProdutos')
    await open(await file('bloco.csv', [line(7_710_001), line(7_710_002), line(7_710_003)]))
    const cell = (name: string) => page.getByRole('gridcell', { name, exact: true })
    await cell('Produto 7710001').click()
    await page.evaluate(() => navigator.clipboard.writeText('Bala\t1.234,56\nBolo\tabc'))
    await page.keyboard.press('Control+v')
    await cell('Bala').waitFor()
    await cell('R$ 1.234,56').waitFor()
    await page.getByText('1 com erro').waitFor()
    await page.keyboard.press('Delete')
    await page.getByText('2 com erro').waitFor()
    expect(await cell('Bala').count()).toBe(0)
    await page.keyboard.press('Control+z')
    await cell('Bala').waitFor()
    await page.keyboard.press('Control+c')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Bala\t1.234,56\r\nBolo\tabc')
    await page.keyboard.press('Control+z')
    await cell('Produto 7710001').waitFor()
    expect(await page.getByText('com erro').count()).toBe(0)
    await page.keyboard.press('Control+y')
    await cell('Bolo').waitFor()
    await page.getByRole('button', { name: 'Retirar linha' }).click()
    await page.getByText('2 linhas', { exact: true }).waitFor()
    // The keyboard stays in the table, though the button went with its row.
    await page.keyboard.press('Control+z')
    await cell('Bolo').waitFor()
    // The mended rows are offered until another file is chosen.
    await page.getByRole('button', { name: 'Escolher outro arquivo' }).click()
    await page.getByText('A importação de bloco.csv não terminou.').waitFor()
    await page.getByRole('button', { name: 'Continuar importação' }).click()
    await cell('Bolo').waitFor()
    await cell('R$ 1.234,56').waitFor()
  })

  it('tells a spreadsheet that was only given another name, and takes its own file of failed rows back', async () => {
    const { page } = me
    await page.goto('/importarProdutos')
    const renamed = join(fixture.folder, 'planilha.csv')
    await writeFile(renamed, Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0, 8, 0]))
    await page.locator('input[type=file]').setInputFiles(renamed)
    await page.getByText(/Este arquivo é uma planilha com outro nome/).waitFor()
    const commas = join(fixture.folder, 'virgulas.csv')
    const titled = (price: string): string => `Tabela de preços,,\n\ncodigo,descricao,preco\n7720009,Pão,${price}\n`
    await writeFile(commas, titled('1,50'))
    await page.locator('input[type=file]').setInputFiles(commas)
    await page.getByText(/A linha 4 tem mais células que o cabeçalho/).waitFor()
    await writeFile(commas, titled('"1,50"'))
    await open(commas)
    await page.getByRole('gridcell', { name: 'R$ 1,50' }).waitFor()
    await page.getByRole('button', { name: 'Escolher outro arquivo' }).click()
    await open(await file('falhas.csv', [line(7_720_001, 'abc')]))
    await save()
    await page.getByText('A importação parou na linha 2.').waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar linhas não salvas' }).click()
    const left = await readFile(await (await downloading).path(), 'utf8')
    const mended = join(fixture.folder, 'corrigidas.csv')
    await writeFile(mended, left.replace(';abc;', ';7,50;'))
    await page.getByRole('button', { name: 'Escolher outro arquivo' }).click()
    await open(mended)
    await page.getByRole('gridcell', { name: 'R$ 7,50' }).waitFor()
    expect(await page.getByText('não foi reconhecida').count()).toBe(0)
    await save()
    await page.getByText('1 linha importada com sucesso.').waitFor()
  })

  it('goes on when its page is left, is seen and stopped in Atividade, and waits there for who comes back', async () => {
    const { page } = me
    await page.goto('/importarProdutos')
    await open(
      await file(
        'muitos.csv',
        Array.from({ length: 8_000 }, (_, at) => line(8_800_000 + at)),
      ),
    )
    await page.getByText('8.000 linhas').waitFor()
    await save()
    await page.getByText(/de 8\.000 linhas salvas/).waitFor()
    await visit('Cardápio', 'Grupos')
    await page.getByRole('heading', { name: 'Grupos' }).waitFor()
    await page.getByRole('link', { name: /Importando \d+%/ }).waitFor()
    await page.getByRole('button', { name: 'Menu do usuário' }).click()
    await page.getByText('Atividade', { exact: true }).first().click()
    const running = page.getByRole('region', { name: 'Em andamento' })
    await running.getByText(/linhas salvas/).waitFor()
    await running.getByRole('button', { name: 'Cancelar: Importar produtos' }).click()
    await running.waitFor({ state: 'detached' })
    await page.getByText(/Importar produtos: [\d.]+ linhas não foram salvas/).waitFor()
    await page.goBack()
    await page.goBack()
    await page.getByText('Importação interrompida.').waitFor()
    await save()
    await page.getByText('8.000 linhas importadas com sucesso.').waitFor({ timeout: 120_000 })
    expect(me.errors).toEqual([])
  })

  it('offers what is left to another tab only when nobody is at it', async () => {
    const { page, context } = me
    await page.goto('/importarProdutos')
    await open(await file('parado.csv', [line(9_900_001, 'abc'), line(9_900_002)]))
    await save()
    await page.getByText('A importação parou na linha 2.').waitFor()
    const other = await context.newPage()
    const offered = other.getByText('A importação de parado.csv não terminou.')
    await other.goto('/importarProdutos')
    await other.getByText('Arraste o arquivo para cá').waitFor()
    await untilSteady(other)
    expect(await offered.count()).toBe(0)
    await page.goto('/produtos')
    await other.reload()
    await offered.waitFor()
    await other.getByText('Faltam 2 linhas', { exact: false }).waitFor()
    await other.getByRole('button', { name: 'Descartar' }).click()
    await offered.waitFor({ state: 'detached' })
    await other.reload()
    await other.getByText('Arraste o arquivo para cá').waitFor()
    await untilSteady(other)
    expect(await offered.count()).toBe(0)
    await other.close()
  })
})
