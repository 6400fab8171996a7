export { loadBankStatement } from './demo/bankStatement.ts'
export { loadCurrencies, loadStoreCurrencies } from './demo/currencies.ts'
export { chargeByPix, type ShownCharge, shownCharge } from './pix/chargeByPix.ts'
export { pixKey } from './pix/pixKey.ts'
