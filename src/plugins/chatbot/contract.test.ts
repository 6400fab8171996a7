import { expect, it } from 'vitest'
import { UnexpectedAnswer } from '../../base/unexpectedAnswer.ts'
import { readRobotStatus } from './contract.ts'
import { qrPicture } from './qrPicture.ts'

const answer = (qrCode: unknown) => ({ ok: true, service: { status: 'qr' }, statusDetails: { qrCode } })

it('takes a code that is a picture as it is, to its last letter', async () => {
  const picture = `data:image/png;base64,${'iVBORw0KGgo'.repeat(900)}=`
  const { qrCode } = readRobotStatus(answer(picture))
  expect(await qrPicture(qrCode)).toBe(picture)
})

it.each([[''], [undefined], [7], ['x'.repeat(50_001)]])('takes no part of what is no code: %#', code =>
  expect(() => readRobotStatus(answer(code))).toThrow(UnexpectedAnswer),
)
