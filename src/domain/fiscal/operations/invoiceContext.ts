import { dayOf } from '../../../base/dates.ts'
import { operation, requireStore } from '../../../server/domain.ts'
import { readProductFacts } from '../drafts/fillFromProducts.ts'
import { readInvoiceContext } from '../drafts/readInvoiceContext.ts'
import { readLawRows } from '../rates/readTaxLaw.ts'

/**
 * Returns the facts from which an invoice is calculated besides itself: of its store and recipient, of products with their taxes, and the law:
 * classes, rates and rules. A form calculates with them what the save will calculate again.
 */
export const invoiceContext = operation({
  method: 'GET',
  path: 'NFe_emissaos/calculo',
  title: 'Dados para calcular uma NF-e enquanto é digitada',
  gate: 'estoque_ver',
  input: {
    type: 'object',
    properties: {
      lojaId: { type: 'integer' },
      destinatarioId: { type: 'integer' },
      dia: { type: 'string', format: 'date', description: 'O dia da nota, de que o regime da loja depende; hoje se não vier' },
      produtos: { type: 'string', pattern: '^[0-9]{1,15}(,[0-9]{1,15}){0,199}$', description: 'Até 200 produtos' },
    },
  },
  output: {
    type: 'object',
    properties: {
      loja: {
        type: 'object',
        description: 'Regime, ambiente e estados',
        properties: {
          regime: { type: 'integer' },
          regular: { type: 'boolean', description: 'Simples com IBS e CBS por fora' },
          contrato: { type: 'boolean', description: 'O destinatário compra refeições sob contrato' },
          ambiente: { type: 'integer' },
          uf: { type: 'string' },
          cred_sn_alq: { type: 'number' },
          uf_destinatario: { type: 'string' },
          municipio_destinatario: { type: 'string' },
          icms_interestadual: { type: ['number', 'null'], description: 'Alíquota do ICMS entre os dois estados' },
          icms_importados: { type: ['number', 'null'], description: 'A mesma, de importados' },
          ie_destinatario: { type: 'integer' },
        },
      },
      produtos: { type: 'object', description: 'O que cada produto diz do seu item', additionalProperties: true },
      lei: { type: 'object', description: 'Classes, alíquotas e regras por data', additionalProperties: true },
    },
  },
  messages: [],
  async run({ database, caller, input: { destinatarioId = 0, produtos = '', dia } }) {
    const lojaId = requireStore(caller)
    const products = produtos === '' ? [] : produtos.split(',').map(Number)
    return database.read({ stores: [lojaId] }, async q => {
      const day = dia ?? dayOf(new Date().toISOString(), caller.zone)
      const loja = await readInvoiceContext(q, lojaId, destinatarioId, day)
      const facts = products.length === 0 ? [] : await readProductFacts(q, lojaId, products, day)
      const { uf_destinatario: uf, municipio_destinatario: municipio } = loja
      const lei = products.length === 0 ? await readLawRows(q, { uf, municipio, classes: null }) : {}
      return { loja, produtos: Object.fromEntries(facts), lei }
    })
  },
})
