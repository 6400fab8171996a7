import { afterAll, beforeAll, expect, test } from 'vitest'
import { proveWork } from '../../../src/browser/data/proveWork.ts'
import type { Model } from '../../../src/model/model.ts'
import { productModel } from '../fixtures/product.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'
import { signUpOf } from '../sign-up/signUps.ts'

/** Visitors above a rate prove work before they are heard: each proof once, for what it was asked for, and nobody below the rate. */

const product = productModel()
const ceiling = { title: 'Visitantes', most: 1000, seconds: 3600, proofAbove: 3 }
const model: Model = { ...product, limits: { ...product.limits, ceilings: { signUp: ceiling, reset: ceiling } } }

let server: TestServer
let segmentoId: number
beforeAll(async () => {
  server = await openServer(model)
  const { rows } = await server.context.database.system.query<{ id: string }>(
    `INSERT INTO segmentos (nome) VALUES ('Bar') RETURNING id`,
  )
  segmentoId = Number(rows[0]?.id)
})
afterAll(() => server?.close())

let people = 0
const post = (url: string, payload: object, proof?: string) =>
  server.app.inject({
    method: 'POST',
    url,
    payload,
    remoteAddress: `10.9.0.${people}`,
    headers: proof === undefined ? {} : { 'x-proof': proof },
  })
const signUp = (proof?: string) => {
  people += 1
  return post('/api/Lojas/createVisitor', signUpOf(`p${people}@x.br`, { segmentoId }), proof)
}
const reset = (proof?: string) => post('/api/users/sendResetPasswordEmail', { email: 'quem@x.br' }, proof)

/** Returns a page's proof after a refusal. */
const proofFor = async ({ body, statusCode }: { body: string; statusCode: number }): Promise<string> =>
  (await proveWork(new Response(body, { status: statusCode }))) ?? ''

test('above a rate of sign-ups a proof is asked for, and each counts once', async () => {
  for (let at = 0; at < 3; at += 1) expect((await signUp()).statusCode).toBe(200)
  const refused = await signUp()
  expect([refused.statusCode, refused.json().error.code]).toEqual([428, 'proof-required'])
  expect(refused.json().error.message).toContain('pequena prova do seu navegador')
  const proof = await proofFor(refused)
  expect((await signUp(proof)).statusCode).toBe(200)
  expect((await signUp(proof)).statusCode).toBe(428)
})

test('a proof that is none, too old, made for another purpose or with no work is refused', async () => {
  for (let at = 0; at < 3; at += 1) expect((await reset()).statusCode).toBe(204)
  const { challenge } = (await signUp()).json().proof
  const [expires, random, signature] = challenge.split('.')
  const other = await proofFor(await reset())
  const wrong = [
    '',
    'x',
    `${challenge}:`,
    `${challenge}:a b`,
    other,
    `${Number(expires) - 400}.${random}.${signature}:1`,
    `${challenge}:1`,
  ]
  for (const proof of wrong) expect((await signUp(proof)).statusCode, proof).toBe(428)
  // It was not used up where it did not count.
  expect((await reset(other)).statusCode).toBe(204)
})

test('a refusal that asks for no proof is left as it is', async () => {
  expect(await proveWork(new Response('{"error":{}}', { status: 428 }))).toBeUndefined()
  expect(await proveWork(new Response('gone', { status: 428 }))).toBeUndefined()
})
