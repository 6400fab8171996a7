import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { isGone, killableServer } from '../fixtures/killableServer.ts'

const shop = killableServer()

interface Sent {
  readonly key: string
  readonly descricao: string
}

const post = async ({ key, descricao }: Sent): Promise<{ status: number; id: number; replayed: boolean }> => {
  const reply = await fetch(`${shop.address}/api/pergunta`, {
    method: 'POST',
    headers: { authorization: shop.token, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ lojaId: 1, descricao, qtd_min: 0, qtd_max: 1, respostas: [{ nome: `${descricao} a` }] }),
  })
  const body = (await reply.json()) as { id: number }
  return { status: reply.status, id: body.id, replayed: reply.headers.get('idempotency-replayed') === 'true' }
}

/** Saves under a key of its own each, until the server is gone; what was not answered is not known to be done. */
const stream = async (name: string, hear: () => void): Promise<{ answered: Map<string, number>; unsure: Sent[] }> => {
  const answered = new Map<string, number>()
  for (let at = 0; ; at++) {
    const sent = { key: randomUUID(), descricao: `${name} ${at}` }
    try {
      const { id } = await post(sent)
      answered.set(sent.descricao, id)
      hear()
    } catch (error) {
      if (isGone(error)) return { answered, unsure: [sent] }
      throw error
    }
  }
}

test('kill -9 amid writes with keys: sent again, each is there once and has the id it was answered with', {
  timeout: 600_000,
}, async () => {
  await shop.start()
  const answered = new Map<string, number>()
  let applied = 0
  for (let round = 0; round < 6; round++) {
    let heard = 0
    const streams = [1, 2, 3, 4].map(number => () => stream(`chave ${round}.${number}`, () => heard++))
    const results = await shop.killAmid(round * 45, streams, () => heard >= 4)
    for (const result of results) {
      for (const [descricao, id] of result.answered) answered.set(descricao, id)
      for (const sent of result.unsure) {
        const first = await post(sent)
        const second = await post(sent)
        expect(first.status).toBe(201)
        expect(second).toMatchObject({ id: first.id, replayed: true })
        if (first.replayed) applied++
        answered.set(sent.descricao, first.id)
      }
    }
  }
  const filter = encodeURIComponent(JSON.stringify({ where: { lojaId: 1, descricao: { like: 'chave %' } }, limit: 10_000 }))
  const found = (await shop.call('GET', `pergunta?filter=${filter}`)).body as { id: number; descricao: string }[]
  expect(found.map(({ descricao, id }) => [descricao, id]).sort()).toEqual([...answered].sort())
  console.info(`${answered.size} writes, of those cut off ${applied} had been done`)
})
