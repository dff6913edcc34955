"""What schemathesis cannot take from the description: access tokens, records that exist, and rules that are only in words."""

import itertools
import os
import threading
from dataclasses import dataclass

import requests
import schemathesis

URL = os.environ["ALGOTHEQUE_TESTED_URL"]
PASSWORD = "correct horse"
NUMBERS = itertools.count()
OWN = threading.local()  # each worker of schemathesis has users of its own

# After a success of these the token does not work any more.
ENDS_SESSION = {"logout", "logoutByGet"}

# These need a record that the next success takes away.
TAKES_AWAY = {"deleteAlgo", "leaveAlgo"}

# The description says these rules in words: JSON Schema has no keyword for them, or only a part of the rule fits in a pattern.
RULES_IN_WORDS = {
    "/pseudo": {"link", "invisible_character"},
    "/urlPfp": {"url"},
    "/id": {"mismatch"},
    "/permsAlgorithme": {"unknown_user", "duplicate"},
    "/password": {"min_length"},
    "/newPassword": {"min_length"},
}
SOURCE_RULES_IN_WORDS = {"number", "forbidden_key", "max_depth", "max_bytes", "max_values"}


@dataclass
class User:
    id: int
    email: str
    password: str
    token: str = ""

    def call(self, method, path, json):
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        answer = requests.request(method, URL + path, json=json, headers=headers, timeout=60)
        answer.raise_for_status()
        return answer.json()["data"]

    def log_in(self):
        self.token = ""
        self.token = self.call("POST", "/api/users/login", {"email": self.email, "password": self.password})["token"]

    def new_algorithm(self, grants=()):
        body = {"ownerId": self.id, "nom": "Euclid", "sourceCode": {"steps": []}}
        algo = self.call("POST", "/api/algos", body)
        if grants:
            self.call("PATCH", f"/api/algos/{algo['id']}", {"permsAlgorithme": list(grants)})
        return algo["id"]


def new_user():
    email = f"tester-{os.getpid()}-{next(NUMBERS)}@example.org"
    user = User(0, email, PASSWORD)
    user.id = user.call("POST", "/api/users/register", {"pseudo": "Tester", "email": email, "password": PASSWORD})["id"]
    user.log_in()
    return user


def users():
    """The user who sends the requests, and one who shares algorithms with that user."""
    if not hasattr(OWN, "users"):
        OWN.users = (new_user(), new_user())
        tester, friend = OWN.users
        OWN.algos = [tester.new_algorithm(), shared(friend, tester, "Read"), shared(friend, tester, "ReadWrite")]
    return OWN.users


def shared(owner, user, right):
    return owner.new_algorithm([{"idUtilisateur": user.id, "droits": right}])


@schemathesis.auth(refresh_interval=None)
class AccessTokens:
    def get(self, case, context):
        return True

    def set(self, case, data, context):
        operation = name_of(case)
        user = users()[0]
        if operation in ENDS_SESSION:
            user = User(user.id, user.email, user.password)
            user.log_in()
        if operation == "deleteUser" and means_existing(case):
            user = new_user()
            case.path_parameters = {"id": user.id}
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {user.token}"}


@schemathesis.hook
def before_call(context, case, kwargs):
    """Half of the valid requests are about records that exist, with the password of the user."""
    operation = name_of(case)
    if not means_existing(case) or operation == "deleteUser":
        return
    tester, friend = users()
    number = case.path_parameters["id"]
    if operation == "deleteAlgo":
        found = tester.new_algorithm()
    elif operation == "leaveAlgo":
        found = shared(friend, tester, "Read")
    elif "/algos/{id}" in case.operation.path:
        found = OWN.algos[number // 2 % len(OWN.algos)]
    else:
        found = OWN.users[number // 2 % 2].id
    case.path_parameters = {"id": found}
    if isinstance(case.body, dict):
        if "currentPassword" in case.body and number % 4 == 0:
            case.body["currentPassword"] = tester.password
        if isinstance(case.body.get("id"), int):
            case.body["id"] = found
        if isinstance(case.body.get("permsAlgorithme"), list) and number % 4 == 0:
            case.body["permsAlgorithme"] = [{"idUtilisateur": friend.id, "droits": "Read"}]


@schemathesis.hook
def after_call(context, case, response):
    """The user keeps the new password."""
    if name_of(case) in {"updateUser", "patchUser"} and response.status_code == 200 and isinstance(case.body, dict):
        users()[0].password = case.body.get("newPassword") or users()[0].password


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Keeps a failure, unless a valid request was refused by a rule that is only in words."""
    refused = failure.code == "ST202" and response.status_code == 400
    return not (refused and (name_of(case) in TOKEN_OF_MAIL or is_only_in_words(response.json())))


# The description cannot say which tokens were in mails.
TOKEN_OF_MAIL = {"confirmUser", "checkRecovery", "resetPassword"}


def is_only_in_words(answer):
    if answer["message"] == "Responses.Algo.Invalid":
        return all(issue["rule"] in SOURCE_RULES_IN_WORDS for issue in answer["data"]["issues"])
    if answer["message"] != "Responses.General.Invalid_data":
        return False
    return all(one["rule"] in RULES_IN_WORDS.get(first_part(one["path"]), ()) for one in answer["data"])


def first_part(path):
    return "/" + path.split("/")[1]


def name_of(case):
    return case.operation.definition.raw.get("operationId")


def means_existing(case):
    number = (case.path_parameters or {}).get("id")
    is_valid = case.meta is not None and case.meta.generation.mode.is_positive
    return is_valid and isinstance(number, int) and number % 2 == 0
