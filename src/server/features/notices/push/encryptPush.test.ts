import { createECDH, createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { encryptPush, pushAuthorization } from './encryptPush.ts'
import { keyOf } from './pushKeys.ts'

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')

test('a message is encrypted as the example of RFC 8291 is', () => {
  const target = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const drawn = { salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'), privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw') }
  expect(encryptPush('When I grow up, I want to be a watermelon', target, drawn).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('a service is told by whom, for its own address alone, and can check it', () => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const publicKey = pair.getPublicKey('base64url')
  const privateKey = keyOf(publicKey, pair.getPrivateKey('base64url'))
  const said = pushAuthorization('https://push.example.org/a/b?c=d', 'https://loja.example', { publicKey, privateKey })
  const [, head = '', claims = '', signature = '', key] = /^vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(.+)$/.exec(said) ?? []
  expect(key).toBe(publicKey)
  expect(JSON.parse(bytes(head).toString())).toEqual({ typ: 'JWT', alg: 'ES256' })
  expect(JSON.parse(bytes(claims).toString())).toMatchObject({ aud: 'https://push.example.org', sub: 'https://loja.example' })
  const check = { key: createPublicKey(privateKey), dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), check, bytes(signature))).toBe(true)
})
