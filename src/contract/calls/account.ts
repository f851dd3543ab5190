import { doneAnswer } from '#contract/account/session.ts';
import {
  accountAnswer,
  changeEmailRequest,
  changePasswordRequest,
  confirmSecondFactorRequest,
  recoveryCodesAnswer,
  removeSecondFactorRequest,
  secondFactorAnswer,
  startSecondFactorRequest,
  confirmEmailAnswer,
  confirmEmailRequest,
  deletionRequest,
  devicesAnswer,
  devicesEndedAnswer,
  passwordLinkRequest,
  passwordResetRequest,
  profileRequest,
} from '#contract/account/account-settings.ts';
import { fileAnswer, type CallTable } from '#contract/endpoint.ts';

/** The calls of `/account` and of mailed links. */
export const accountCalls = {
  requestPasswordLink: {
    method: 'POST',
    path: '/api/password-link',
    body: passwordLinkRequest,
    answer: doneAnswer,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/password-reset',
    body: passwordResetRequest,
    answer: doneAnswer,
  },
  confirmEmail: {
    method: 'POST',
    path: '/api/confirm-email',
    body: confirmEmailRequest,
    answer: confirmEmailAnswer,
  },
  getAccount: {
    method: 'GET',
    path: '/api/account',
    answer: accountAnswer,
  },
  updateProfile: {
    method: 'PATCH',
    path: '/api/account',
    body: profileRequest,
    answer: accountAnswer,
  },
  resendConfirmation: {
    method: 'POST',
    path: '/api/account/confirmation',
    answer: doneAnswer,
  },
  changeEmail: {
    method: 'POST',
    path: '/api/account/email',
    body: changeEmailRequest,
    answer: accountAnswer,
  },
  changePassword: {
    method: 'POST',
    path: '/api/account/password',
    body: changePasswordRequest,
    answer: doneAnswer,
  },
  listDevices: {
    method: 'GET',
    path: '/api/account/devices',
    answer: devicesAnswer,
  },
  endOtherDevices: {
    method: 'DELETE',
    path: '/api/account/devices',
    answer: devicesEndedAnswer,
  },
  endDevice: {
    method: 'DELETE',
    path: '/api/account/devices/:id',
    answer: doneAnswer,
  },
  downloadData: {
    method: 'GET',
    path: '/api/account/data.json',
    answer: fileAnswer,
    file: 'application/json',
  },
  downloadDonations: {
    method: 'GET',
    path: '/api/account/donations.csv',
    answer: fileAnswer,
    file: 'text/csv',
  },
  startSecondFactor: {
    method: 'POST',
    path: '/api/account/second-factor',
    body: startSecondFactorRequest,
    answer: secondFactorAnswer,
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/api/account/second-factor/confirm',
    body: confirmSecondFactorRequest,
    answer: recoveryCodesAnswer,
  },
  removeSecondFactor: {
    method: 'POST',
    path: '/api/account/second-factor/removal',
    body: removeSecondFactorRequest,
    answer: doneAnswer,
  },
  deleteAccount: {
    method: 'POST',
    path: '/api/account/deletion',
    body: deletionRequest,
    answer: doneAnswer,
  },
} as const satisfies CallTable;
