import { doneResponse } from '#contract/account/session.ts';
import {
  accountResponse,
  changeEmailRequest,
  changePasswordRequest,
  confirmSecondFactorRequest,
  recoveryCodesResponse,
  removeSecondFactorRequest,
  secondFactorResponse,
  startSecondFactorRequest,
  confirmEmailResponse,
  confirmEmailRequest,
  deletionRequest,
  devicesResponse,
  devicesEndedResponse,
  passwordLinkRequest,
  passwordResetRequest,
  profileRequest,
} from '#contract/account/account-settings.ts';
import { fileResponse, type CallTable } from '#contract/endpoint.ts';

/** The calls of `/account` and of mailed links. */
export const accountCalls = {
  requestPasswordLink: {
    method: 'POST',
    path: '/api/password-link',
    body: passwordLinkRequest,
    response: doneResponse,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/password-reset',
    body: passwordResetRequest,
    response: doneResponse,
  },
  confirmEmail: {
    method: 'POST',
    path: '/api/confirm-email',
    body: confirmEmailRequest,
    response: confirmEmailResponse,
  },
  getAccount: {
    method: 'GET',
    path: '/api/account',
    response: accountResponse,
  },
  updateProfile: {
    method: 'PATCH',
    path: '/api/account',
    body: profileRequest,
    response: accountResponse,
  },
  resendConfirmation: {
    method: 'POST',
    path: '/api/account/confirmation',
    response: doneResponse,
  },
  changeEmail: {
    method: 'POST',
    path: '/api/account/email',
    body: changeEmailRequest,
    response: accountResponse,
  },
  changePassword: {
    method: 'POST',
    path: '/api/account/password',
    body: changePasswordRequest,
    response: doneResponse,
  },
  listDevices: {
    method: 'GET',
    path: '/api/account/devices',
    response: devicesResponse,
  },
  endOtherDevices: {
    method: 'DELETE',
    path: '/api/account/devices',
    response: devicesEndedResponse,
  },
  endDevice: {
    method: 'DELETE',
    path: '/api/account/devices/:id',
    response: doneResponse,
  },
  downloadData: {
    method: 'GET',
    path: '/api/account/data.json',
    response: fileResponse,
    file: 'application/json',
  },
  downloadDonations: {
    method: 'GET',
    path: '/api/account/donations.csv',
    response: fileResponse,
    file: 'text/csv',
  },
  startSecondFactor: {
    method: 'POST',
    path: '/api/account/second-factor',
    body: startSecondFactorRequest,
    response: secondFactorResponse,
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/api/account/second-factor/confirm',
    body: confirmSecondFactorRequest,
    response: recoveryCodesResponse,
  },
  removeSecondFactor: {
    method: 'POST',
    path: '/api/account/second-factor/removal',
    body: removeSecondFactorRequest,
    response: doneResponse,
  },
  deleteAccount: {
    method: 'POST',
    path: '/api/account/deletion',
    body: deletionRequest,
    response: doneResponse,
  },
} as const satisfies CallTable;
