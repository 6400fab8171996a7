import { expect, test } from 'vitest'
import { isGone, killableServer } from '../fixtures/killableServer.ts'

const shop = killableServer()

const answers = 5

/** How many saves are acknowledged before a kill, whatever the machine's speed. */
const enough = 6

/** Saves questions with their answers until the server is gone, and adds the ids that were acknowledged to `saved`. */
const stream = async (name: string, saved: number[]): Promise<void> => {
  for (let at = 0; ; at++) {
    const respostas = Array.from({ length: answers }, (_, index) => ({ nome: `${name} ${at} ${index}` }))
    try {
      const { status, body } = await shop.call('POST', 'pergunta', {
        lojaId: 1,
        descricao: `${name} ${at}`,
        qtd_min: 0,
        qtd_max: 1,
        respostas,
      })
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
      saved.push((body as { id: number }).id)
    } catch (error) {
      if (isGone(error)) return
      throw error
    }
  }
}

interface Question {
  readonly id: number
  readonly respostas: readonly { ordem: number }[]
}

test('kill -9 during a stream of saves: what was acknowledged is there, and nothing is half written', {
  timeout: 600_000,
}, async () => {
  const acknowledged: number[] = []
  await shop.start()
  for (let round = 0; round < 10; round++) {
    const before = acknowledged.length
    const streams = [1, 2, 3].map(number => () => stream(`rodada ${round}.${number}`, acknowledged))
    await shop.killAmid(round * 31, streams, () => acknowledged.length >= before + enough)
  }
  const filter = encodeURIComponent(
    JSON.stringify({ where: { lojaId: 1, descricao: { like: 'rodada %' } }, include: ['respostas'], limit: 10_000 }),
  )
  const found = (await shop.call('GET', `pergunta?filter=${filter}`)).body as Question[]
  const ids = new Set(found.map(question => question.id))
  expect(acknowledged.filter(id => !ids.has(id))).toEqual([])
  expect(found.filter(question => question.respostas.length !== answers)).toEqual([])
  const history = encodeURIComponent(
    JSON.stringify({ where: { lojaId: 1, recurso: 'pergunta' }, fields: ['recursoId'], limit: 10_000 }),
  )
  const noted = new Set(
    ((await shop.call('GET', `user_logs?filter=${history}`)).body as { recursoId: string }[]).map(line => line.recursoId),
  )
  expect(found.filter(question => !noted.has(String(question.id)))).toEqual([])
})
