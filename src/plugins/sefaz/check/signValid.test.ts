import { expect, test } from 'vitest'
import { ApiError } from '../../../server/plugin.ts'
import { testSigningKey } from '../fixtures/testSigningKey.ts'
import { signValid } from './signValid.ts'

test('what the layout does not take is told by the name of its field, and the words of the validator are kept as the cause', () => {
  const text =
    '<NFe xmlns="http://www.portalfiscal.inf.br/nfe"><infNFe versao="4.00" Id="NFe35261111222333000181550010000000011000000017"><ide><cUF>99</cUF></ide></infNFe></NFe>'
  let refused: unknown
  try {
    signValid(text, testSigningKey, { ambiente: 2, emitida_em: '2026-11-23T10:00:00-03:00' })
  } catch (error) {
    refused = error
  }
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({ code: 'nfce.invalid', params: { problem: 'cUF' } })
  expect(refused).toHaveProperty('cause', expect.arrayContaining([expect.stringContaining("Element 'cUF'")]))
})
