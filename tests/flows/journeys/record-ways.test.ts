import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { openAppProcess, type RunningApp } from '../fixtures/runningApp.ts'

/** Expenses of one file: above R$ 100 somebody else approves them. */
const definition = {
  $schema: '../../meta/register.json',
  title: 'Despesas',
  type: 'object',
  register: { scope: 'store', label: 'descricao', menu: 'cadastros', access: { all: 'logged' } },
  properties: {
    descricao: { type: 'string', title: 'Descrição', maxLength: 60 },
    valor: { type: 'number', format: 'money', title: 'Valor' },
    motivo: { type: 'string', title: 'Motivo', maxLength: 60 },
    estado: {
      type: 'string',
      title: 'Situação',
      default: 'NOVA',
      oneOf: [
        { const: 'NOVA', title: 'Nova' },
        { const: 'APROVADA', title: 'Aprovada', tone: 'positive' },
        { const: 'NEGADA', title: 'Negada', tone: 'danger' },
      ],
      ways: {
        list: [
          {
            id: 'pagar',
            title: 'Liberar o pagamento',
            from: ['NOVA'],
            to: 'APROVADA',
            approve: { gate: 'owner', above: 'valor > 100.0' },
          },
          { id: 'negar', title: 'Negar a despesa', from: ['NOVA'], to: 'NEGADA', ask: ['motivo'], tone: 'danger' },
        ],
      },
    },
  },
  required: ['descricao'],
}

let folder: string
let fixture: RunningApp
const people: BrowserUser[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'retaguarda-ways-'))
  await cp(resolve('schemas'), folder, { recursive: true })
  await writeFile(join(folder, 'registers/cadastros/despesas.schema.json'), JSON.stringify(definition))
  fixture = await openAppProcess({ SCHEMAS_DIR: folder })
})
afterAll(async () => {
  for (const { leave, errors } of people) {
    expect(errors).toEqual([])
    await leave()
  }
  await fixture?.close()
  await rm(folder, { recursive: true, force: true })
})

const somebody = async (email: string) => {
  const user = await openBrowser(fixture.address)
  people.push(user)
  await signIn(user.page, email)
  return user.page
}

it('a record takes its ways by buttons: one asks why, one waits for somebody else, who is told', async () => {
  const clerk = await somebody('funcionario@demo.com.br')
  const headers = { Authorization: await clerk.evaluate(() => localStorage.getItem('token') ?? '') }
  const make = async (descricao: string, valor: number): Promise<number> => {
    const reply = await clerk.request.post('/api/despesas', { headers, data: { lojaId: 1, descricao, valor } })
    return ((await reply.json()) as { id: number }).id
  }
  const [gas, oven] = [await make('Gás', 50), await make('Forno', 5000)]

  await clerk.goto(`/despesas/${gas}`)
  await clerk.getByRole('button', { name: 'Negar a despesa' }).click()
  const dialog = clerk.getByRole('dialog', { name: 'Negar a despesa' })
  await dialog.getByRole('button', { name: 'Negar a despesa' }).click()
  await dialog.getByText('Obrigatório').waitFor()
  expect(await violations(clerk)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Paga duas vezes')
  await dialog.getByRole('button', { name: 'Negar a despesa' }).click()
  await clerk.getByText('Negar a despesa: feito').waitFor()
  // From there no way leads on.
  await expect.poll(() => clerk.getByRole('button', { name: /^(Negar|Liberar)/ }).count()).toBe(0)
  await clerk.getByRole('button', { name: 'Situação e passos' }).click()
  await clerk.getByText('“Negar a despesa”: de Nova para Negada, Motivo: Paga duas vezes').waitFor()
  await clerk.getByRole('img', { name: 'Desenho dos estados de Situação' }).waitFor()
  expect(await violations(clerk)).toEqual([])

  await clerk.goto(`/despesas/${oven}`)
  await clerk.getByRole('button', { name: 'Liberar o pagamento' }).press('Enter')
  await clerk.getByText(/Liberar o pagamento: pedido de .* espera aprovação/).waitFor()
  expect(await clerk.getByRole('button', { name: 'Aprovar o pedido' }).count()).toBe(0)

  const owner = await somebody('dono@demo.com.br')
  await owner.goto(`/despesas/${oven}`)
  await owner.getByRole('button', { name: 'Aprovar o pedido' }).waitFor()
  await owner.setViewportSize({ width: 390, height: 800 })
  await owner.getByRole('button', { name: 'Recusar o pedido' }).click()
  expect(await violations(owner)).toEqual([])
  await owner.getByRole('textbox', { name: 'Motivo da recusa' }).fill('Espere o mês que vem')
  await owner.getByRole('textbox', { name: 'Motivo da recusa' }).press('Enter')
  await owner.getByText('Espere o mês que vem').waitFor()

  await clerk.reload()
  await clerk.getByText(/pedido recusado por/).waitFor()
  await clerk.getByRole('button', { name: 'Liberar o pagamento' }).click()
  await clerk.getByText(/espera aprovação/).waitFor()
  await owner.reload()
  await owner.getByRole('button', { name: 'Aprovar o pedido' }).click()
  await owner.getByText('Liberar o pagamento: feito').waitFor()
  await expect.poll(() => owner.getByRole('button', { name: /^(Negar|Liberar|Aprovar)/ }).count()).toBe(0)
})

it('several rows take a way at once, of those that stand where it begins', async () => {
  const page = await somebody('dono@demo.com.br')
  const headers = { Authorization: await page.evaluate(() => localStorage.getItem('token') ?? '') }
  for (const descricao of ['Luz', 'Água'])
    await page.request.post('/api/despesas', { headers, data: { lojaId: 1, descricao, valor: 10 } })
  await page.goto('/despesas?descricao=')
  for (const name of ['Luz', 'Água'])
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('checkbox')
      .click()
  const bar = page.getByRole('region', { name: /2 selecionad/ })
  await bar.getByRole('button', { name: 'Liberar o pagamento' }).click()
  await page.getByText('Liberar o pagamento: 2 registros').waitFor()
})
