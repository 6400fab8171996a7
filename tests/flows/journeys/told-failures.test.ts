import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { supplierNote } from '../../api/fiscal/supplierNote.ts'
import { callApi } from '../fixtures/apiCalls.ts'
import {
  actOnRecord,
  answerDialog,
  certifiedStore,
  enterSkippedNumber,
  postAs,
  sellAtCounter,
} from '../fixtures/consumerSales.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

describe('what fails, and what is missing, is said in the words of the specification', () => {
  const desk = useOwnerSession()

  /** The call fails without words of the server while something is done. */
  const failing = async (page: Page, path: string, text: string, done: () => Promise<void>): Promise<void> => {
    await page.route(`**/api/${path}*`, route => route.fulfill({ status: 500, contentType: 'text/plain', body: '' }))
    await done()
    await page.getByText(text).first().waitFor()
    await page.unroute(`**/api/${path}*`)
  }

  it('cancelling a sale and a transaction, finalising a count, new prices', async () => {
    const { page } = desk.me
    await page.goto('/Movimentos?canal_venda=IFOOD')
    const paid = page.getByRole('row').filter({ hasText: 'Pago' }).first()
    await paid.getByRole('link', { name: /^Ver/ }).click()
    await failing(page, 'Movimentos/cancela', 'Ocorreu um erro ao cancelar o movimento', async () => {
      await actOnRecord(page, 'Cancelar a venda')
      await answerDialog(page, 'Cancelar a venda')
    })
    await page.goto('/equipamento_transacaos')
    await page.getByRole('gridcell', { name: 'Aguardando' }).first().waitFor()
    await page.getByRole('link', { name: /^Ver/ }).first().click()
    await failing(page, 'Transaction_pos/cancelar', 'Ocorreu um erro ao cancelar a transacao', async () => {
      await actOnRecord(page, 'Cancelar a transação')
      await answerDialog(page, 'Cancelar a transação')
    })
    const counts = (await callApi(page, 'inventarios')) as { id: number; contagem_em: string | null }[]
    await page.goto(`/inventarios/${counts.find(one => one.contagem_em === null)?.id}`)
    await failing(page, 'inventarios/finaliza', 'Erro ao finalizar inventário', async () => {
      await page.getByRole('button', { name: 'Finalizar' }).click()
      await answerDialog(page, 'Finalizar')
    })
  })

  it('consumer invoices: issuing and voiding', async () => {
    const { page } = desk.me
    await page.goto('/Movimentos')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goto(`/Movimentos/${await sellAtCounter(page, 'falha-nfce')}`)
    await failing(page, 'Sefaz/emiteNFCe', 'Ocorreu um erro ao emitir a NFCe', () => actOnRecord(page, 'Emitir NFC-e'))
    await enterSkippedNumber(page, 990_001)
    await failing(page, 'Sefaz/inutilizaNumeracaoNFCe', 'Ocorreu um erro ao inutilizar a NFCe', async () => {
      await actOnRecord(page, 'Inutilizar')
      await answerDialog(page, 'Inutilizar')
    })
  })

  it('a supplier’s note', async () => {
    const { page } = desk.me
    await page.goto('/nfes')
    const lines = [{ code: 'AFF', name: 'AFFOGATO', quantity: '3.0000', value: '30.00' }]
    const xml = supplierNote({ number: 81, lines, vNF: '30.00', to: certifiedStore.cnpj, payment: '90' })
    const { ids } = await postAs(page, 'Sefaz/uploadXML', { xml })
    const [id] = ids as number[]
    await page.goto(`/nfes/${id}`)
    await failing(page, 'nfes/entrada', 'Erro ao salvar NFe', async () => {
      await page.getByRole('button', { name: 'Dar entrada' }).last().click()
      await answerDialog(page, 'Dar entrada')
    })
    await failing(page, 'Sefaz/cienciaOperacao', 'Erro ao manifestar ciência da operação', async () => {
      await actOnRecord(page, 'Ciência da operação')
      await answerDialog(page, 'Ciência da operação')
    })
    await failing(page, 'nfes/downloadXML', 'Ocorreu um erro ao baixar o XML da NFe', () => actOnRecord(page, 'Baixar XML'))
    await postAs(page, 'nfes/entrada', { id })
    await page.reload()
    await failing(page, 'NFe_itens', 'Erro ao recuperar produtos da nota fiscal', () => actOnRecord(page, 'Enviar para filiais'))
    await answerDialog(page, 'OK')
    await failing(page, 'nfes/cancelarEntrada', 'Erro ao cancelar entrada da NFe', async () => {
      await actOnRecord(page, 'Cancelar entrada')
      await answerDialog(page, 'Cancelar entrada')
    })
  })

  it('recipes whose cost did not change', async () => {
    const { page } = desk.me
    await page.goto('/ficha_tecnicas')
    await page.route('**/api/ficha_tecnicas/analiseCusto*', route => route.fulfill({ json: [] }))
    await page.getByRole('button', { name: 'Análise de Custo' }).click()
    await page.getByText('Nenhuma ficha técnica teve alteração no preço de custo.').waitFor()
  })

  it('a switch in a list that is refused, with the reason', async () => {
    const { page } = desk.me
    await page.goto('/AppPromocaos?q=doce')
    const coupon = {
      inicio: '2031-01-01T12:00:00Z',
      fim: '2031-01-31T12:00:00Z',
      descontoValor: 5,
      descontoPorcentagem: 0,
      pedidoMinimo: 0,
    }
    await postAs(page, 'AppPromocaos', { ...coupon, cupom: 'DOCE' })
    await postAs(page, 'AppPromocaos', { ...coupon, cupom: 'Doce', status: false })
    const off = page.getByRole('switch', { name: 'Ativa: Doce', exact: true })
    await off.click()
    await page.getByText('Erro ao salvar. Este cupom já vale em um período que coincide').waitFor()
    expect(await off.isChecked()).toBe(false)
  })

  it('the bars above the rows of an order', async () => {
    const { page } = desk.me
    await page.goto('/pedidos/create')
    await page.getByLabel('Tipo').selectOption({ label: 'Compra' })
    const products = page.getByRole('group', { name: 'Adicionar em Produtos' })
    const product = products.getByRole('combobox', { name: 'Produto' })
    const box = (name: string) => products.getByRole('textbox', { name })
    await product.fill('Coca')
    await page.getByRole('option', { name: /Coca/ }).first().click()
    // The product fills what is empty, whenever it arrives.
    await expect.poll(() => box('Código').inputValue()).not.toBe('')
    const refused = async (typed: Readonly<Record<string, string>>, text: string): Promise<void> => {
      for (const [name, value] of Object.entries(typed)) await box(name).fill(value)
      await products.getByRole('button', { name: 'Adicionar' }).click()
      await products.getByText(text).waitFor()
    }
    await refused({ Código: '' }, 'Preencha o codigo!')
    await refused({ Código: '1', Descrição: '' }, 'Preencha a descrição!')
    await refused({ Descrição: 'Lata', Quantidade: '0', 'Valor unitário': '0' }, 'Preencha a quantidade e valor unitário!')
    await refused({ 'Valor unitário': '3' }, 'Preencha a quantidade positiva!')
    await refused({ Quantidade: '2', 'Valor unitário': '0' }, 'Preencha o valor unitário positivo!')
    const payments = page.getByRole('group', { name: 'Adicionar em Pagamentos' })
    await payments.getByRole('button', { name: 'Adicionar' }).click()
    await payments.getByText('Preencha o vencimento!').waitFor()
    await payments.getByRole('textbox', { name: 'Vencimento' }).fill('10/12/2030')
    await payments.getByRole('button', { name: 'Adicionar' }).click()
    await payments.getByText('Preencha o valor!').waitFor()
  })
})
